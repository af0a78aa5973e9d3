import JSON
import Lists
import Loop
import Tables

/// A source of records that can also be written: a ``Store``, or the part of one that some principals may see.
@SceneActor public protocol RecordStore {
    /// The store without limits, as the owner of the file sees it.
    var owner: Store { get }

    /// Opens a list. Close it when it is no longer displayed.
    func open(_ query: Query) -> LiveList

    /// Returns the columns of a table that records have: the visible columns among `names`, or all visible columns.
    func columns(of table: String, among names: [String]?) -> [String]

    /// Runs commands in one transaction: all or none.
    ///
    /// - Returns: The outcome of each command.
    @discardableResult
    func write(_ commands: [WriteCommand]) async throws(CommandError) -> [WriteOutcome]

    /// Returns the whole value of a column of a row, or `nil` for NULL, or if the row or the value cannot be seen.
    func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue?
}

extension RecordStore {
    /// Runs a command in its own transaction; see ``write(_:)-([WriteCommand])``.
    @discardableResult
    public func write(_ command: WriteCommand) async throws(CommandError) -> WriteOutcome {
        try await write([command]).first ?? WriteOutcome(id: nil)
    }
}

extension Store: RecordStore {
    /// The store itself.
    public var owner: Store { self }

    /// Returns `names`, or the names of a table's present columns; empty for a missing table.
    public func columns(of table: String, among names: [String]?) -> [String] {
        names ?? schema.table(named: table)?.columns.filter { !$0.isHidden }.map(\.name) ?? []
    }
}
