import CSQLite
import Changes
import Glibc
import Tables

/// Records the rows that the transactions of a connection touch, and their former values. It uses SQLite's preupdate
/// hook, which sees the effects of triggers, cascades, `REPLACE` and tables without row ids, at less than a microsecond
/// a row.
///
///     let capture = Capture(connection, schema: schema)
///     try transaction()
///     history.append(capture.take())     // after COMMIT; after ROLLBACK: capture.discard()
///
/// It sees rows of the main database, and no changes of the schema (check `PRAGMA schema_version`). The connection must
/// outlive it, and must have no other preupdate hook. Use it on the connection's queue.
final class Capture: @unchecked Sendable {  // guard: the queue of its connection
    private let connection: OpaquePointer
    private var schema: Schema
    private var tables: [ExactName: CapturedTable] = [:]
    /// The table of the last write. The next write usually has the same table.
    private var last: CapturedTable?

    /// The columns whose former values are kept, by table and by position in ``Table/columns``; none by default. A
    /// change applies to rows that are touched later.
    var interests: [ExactName: Set<Int>] = [:] {
        didSet {
            guard interests != oldValue else { return }
            for table in tables.values { table.keep(interests[table.name] ?? []) }
        }
    }

    /// Starts to record the writes on a connection to a database of this schema.
    init(_ connection: OpaquePointer, schema: Schema) {
        self.connection = connection
        self.schema = schema
        sqlite3_preupdate_hook(connection, noteRow, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        sqlite3_preupdate_hook(connection, nil, nil)
    }

    /// Adopts another schema. Not within a transaction that has written: its touched rows are discarded.
    func use(_ schema: Schema) {
        self.schema = schema
        tables = [:]
        last = nil
    }

    /// Returns the rows that the transaction has touched. Call it after the commit. O(tables ever written).
    func take() -> RowChanges {
        var changes = RowChanges()
        for table in tables.values where table.isTouched { changes.tables[table.name] = table.take() }
        return changes
    }

    /// Discards the rows that the transaction has touched. Call it after a rollback.
    func discard() {
        for table in tables.values { table.discard() }
    }

    fileprivate func record(_ table: UnsafePointer<CChar>, _ write: RowWrite) {
        if let last, last.isNamed(table) { return last.record(write) }
        let name = ExactName(String(cString: table))
        let captured =
            tables[name]
            ?? CapturedTable(name, schema.table(named: name.text) ?? schema.documents(named: name.text))
        if tables[name] == nil {
            captured.keep(interests[name] ?? [])
            tables[name] = captured
        }
        last = captured
        captured.record(write)
    }
}

/// The hook, global because SQLite calls it on the thread that runs the statement.
private let noteRow:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int64, Int64
    ) -> Void = { capture, connection, operation, database, table, old, new in
        guard let capture, let connection, let database, let table, strcmp(database, "main") == 0 else { return }
        let write = RowWrite(connection: connection, operation: operation, oldNumber: old, newNumber: new)
        Unmanaged<Capture>.fromOpaque(capture).takeUnretainedValue().record(table, write)
    }
