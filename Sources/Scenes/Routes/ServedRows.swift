import Loop

/// All rows of a list as a file, created piece by piece while it is sent.
@SceneActor public protocol ServedRows: AnyObject {
    /// The suggested file name, without an extension.
    var name: String { get }

    /// Returns the next piece, or `nil` after the last.
    ///
    /// - Throws: ``RouteError/unavailable(code:message:)`` if the rows cannot be read.
    func next() async throws(RouteError) -> [UInt8]?

    /// Ends the export. No piece is requested after this call.
    func close()
}
