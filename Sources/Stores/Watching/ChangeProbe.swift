/// Looks whether a file has changed.
protocol ChangeProbe: AnyObject {
    /// Whether it has since the last look; `nil` when that cannot be seen at the moment.
    func hasMoved() -> Bool?
}
