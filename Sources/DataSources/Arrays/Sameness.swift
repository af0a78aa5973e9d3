/// Whether a row that shows `left` shows the same with `right`: the same object, or an equal value. What is neither an
/// object nor `Equatable` is never the same.
func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
    func isEqual<Content: Equatable>(_ left: Content) -> Bool { right as? Content == left }
    return (left as? any Equatable).map { isEqual($0) } ?? false
}
