/// Looks whether a file has changed.
protocol ChangeProbe: AnyObject {
    /// Whether it has since the last look; `nil` when that cannot be seen at the moment.
    func hasMoved() -> Bool?

    /// The same as far as memory tells, without a system call: such a look is not noted, and `nil` if nothing else is said.
    var hasSurelyMoved: Bool? { get }

    /// Whether reading the file keeps other programs from committing.
    var keepsWritersOut: Bool { get }
}

extension ChangeProbe {
    var hasSurelyMoved: Bool? { nil }
    var keepsWritersOut: Bool { false }
}
