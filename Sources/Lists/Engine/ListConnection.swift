import Changes
import Tables

/// A connection of an engine, on which lists are read: one state of the database after the other.
///
/// An engine provides up to three for a store: for quick lists, for slow ones, and for the slowest.
package protocol ListConnection: AnyObject, Sendable {
    /// Reads one state of the database, off the loop and after all earlier work.
    ///
    /// - Parameters:
    ///   - positions: The positions from which `body` needs the changes.
    ///   - body: Reads. It must not keep the state.
    ///   - completion: Called off the loop, with the CPU time used: waiting is not work.
    func read<Value: Sendable>(
        since positions: Set<Int64>, _ body: @escaping @Sendable (any DatabaseState) throws(StoreError) -> Value,
        _ completion: @escaping @Sendable (Result<Value, StoreError>, _ work: Duration) -> Void)

    /// Runs a body that reads nothing, after all earlier work.
    func async(_ body: @escaping @Sendable () -> Void)
}

/// One state of a database: the effects of some commits, and of no others.
package protocol DatabaseState {
    /// The position of the state in the order of states: greater for a state with more commits, equal without one.
    ///
    /// Positions are the engine's own numbers. An engine whose commits become visible in another order than they are
    /// recorded numbers its readings.
    var position: Int64 { get }

    /// The version of the schema: different for different schemas.
    var schemaVersion: Int64 { get }

    /// Returns the rows touched between an earlier state and this one, with their known former values. Returns `nil` if
    /// any row may have changed. Only for positions that were given when the reading began.
    func changes(since position: Int64?) -> RowChanges?

    /// Reads the schema. `known` is the one before.
    ///
    /// - Throws: If the database seems to be empty because it is being rewritten.
    func readSchema(after known: Schema) throws(StoreError) -> Schema

    /// Returns how to let writers commit during long readings; `nil` if reading blocks no writer.
    func blockedWriters() throws(StoreError) -> BlockedWriters?

    /// Prepares a query. The source is used with later states too, until the schema changes.
    func source(of query: Query, in schema: Schema) throws(ScanError) -> ListSource

    /// Reads together what sources have announced (``KeyedSource/announce(_:isShown:)``), as far as the time permits.
    /// Does nothing by default.
    func readAhead(within limit: Duration)

    /// Prepares to read the values of single rows of a table, in the columns at some positions. Used with later states
    /// too, until the schema changes.
    func selectedRows(in table: Table, by columns: Set<Int>) -> any SelectedRows

    /// Runs a body, which fails with ``ScanError/tooSlow`` after the time limit.
    func within<Value>(_ limit: Duration, _ body: () throws(ScanError) -> Value) throws(ScanError) -> Value

    /// Sets the columns whose former values the lists of this connection can use, by table and position of the column.
    func keepFormerValues(of columns: [ExactName: Set<Int>])
}

extension DatabaseState {
    package func readAhead(within limit: Duration) {}
}
