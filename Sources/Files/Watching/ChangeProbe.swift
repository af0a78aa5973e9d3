/// Checks whether a file has changed.
package protocol ChangeProbe: AnyObject {
    /// Returns whether the file has changed since the last check, or `nil` if that is unknown at the moment.
    func hasMoved() -> Bool?

    /// Like ``hasMoved()``, but reads memory only and leaves the probe unchanged. `nil` by default.
    var hasSurelyMoved: Bool? { get }

    /// Whether reading the file blocks other programs' commits.
    var keepsWritersOut: Bool { get }
}

extension ChangeProbe {
    package var hasSurelyMoved: Bool? { nil }
    package var keepsWritersOut: Bool { false }
}
