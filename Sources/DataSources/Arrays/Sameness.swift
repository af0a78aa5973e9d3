/// Whether two values show the same row content: they are the same object or equal values. Values that are neither
/// objects nor `Equatable` are never the same.
func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
    func isEqual<Content: Equatable>(_ left: Content) -> Bool { right as? Content == left }
    return (left as? any Equatable).map { isEqual($0) } ?? false
}
