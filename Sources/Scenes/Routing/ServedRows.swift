import Loop

/// All rows of a list as a file that is made while it is sent, a piece at a time.
@SceneActor public protocol ServedRows: AnyObject {
    /// The name to save them under, without an ending.
    var name: String { get }

    /// The next piece, `nil` after the last.
    ///
    /// - Throws: Why the rows cannot be read, ``RouteError/unavailable(code:message:)``.
    func next() async throws(RouteError) -> [UInt8]?

    /// Ends it: no piece is asked for any more.
    func close()
}
