import Tables

/// All rows of a query as text, from one state of the database. They are read beside lists and commands, as fast as
/// possible. The text is kept in a temporary file, from which it can be read at any pace.
///
///     let export = try await store.export(Query(table: "Album", columns: ["Title"]))
///     try await export.run { row, _, text in text += Array("\(row.id)\n".utf8) } grown: { size in … }
///     let start = try await export.bytes(at: 0, count: 1_000)
package protocol RowExport: AnyObject, Sendable {
    /// Reads all rows, off the loop.
    ///
    /// - Parameters:
    ///   - write: Appends a row to the text. The number of the row counts from 0.
    ///   - grown: Receives the size of the text in bytes, from time to time and at the end, on another thread.
    /// - Throws: The reason why the rows cannot be read, or the text cannot be written.
    func run(
        _ write: @escaping @Sendable (Row, Int, inout [UInt8]) -> Void, grown: @escaping @Sendable (Int) -> Void
    ) async throws(StoreError)

    /// Returns at most `count` bytes of the text, from `offset` on.
    func bytes(at offset: Int, count: Int) async throws(StoreError) -> [UInt8]
}
