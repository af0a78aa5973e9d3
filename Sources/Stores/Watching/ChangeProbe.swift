/// Looks whether a file has changed.
protocol ChangeProbe: AnyObject {
    /// Whether it has since the last look; `nil` when that cannot be seen at the moment.
    func hasMoved() -> Bool?

    /// Whether it may have, as far as can be told without touching the file. True, if nothing else is said.
    var mayHaveMoved: Bool { get }
}

extension ChangeProbe {
    var mayHaveMoved: Bool { true }
}
