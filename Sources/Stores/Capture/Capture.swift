import CSQLite
import Changes
import Glibc

/// Notes which rows the transactions of a connection touch, and what they were before: with SQLite's preupdate hook, which
/// sees what triggers, cascades, `REPLACE` and tables without row ids do, at less than a microsecond a row.
///
///     let capture = Capture(connection, schema: schema)
///     try transaction()
///     history.append(capture.take())     // after COMMIT; after ROLLBACK: capture.discard()
///
/// It sees rows of the main database, and no change of the schema (look at `PRAGMA schema_version`). The connection has to
/// outlive it, and can have no other preupdate hook. To be used where the connection is.
final class Capture: @unchecked Sendable {  // guard: the queue of its connection
    private let connection: OpaquePointer
    private var schema: Schema
    private var tables: [RowName: CapturedTable] = [:]
    /// The table that was written last: the next write is mostly of the same.
    private var last: CapturedTable?

    /// The columns whose old values are to be kept, by table and by place in ``Table/columns``; none by default. It goes
    /// for rows that are touched later.
    var interests: [RowName: Set<Int>] = [:] {
        didSet {
            guard interests != oldValue else { return }
            for table in tables.values { table.keep(interests[table.name] ?? []) }
        }
    }

    /// Begins to note what happens on a connection to a database of this schema.
    init(_ connection: OpaquePointer, schema: Schema) {
        self.connection = connection
        self.schema = schema
        sqlite3_preupdate_hook(connection, noteRow, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        sqlite3_preupdate_hook(connection, nil, nil)
    }

    /// Goes by another schema from now on. Not within a transaction that has written: what it has touched is forgotten.
    func use(_ schema: Schema) {
        self.schema = schema
        tables = [:]
        last = nil
    }

    /// What the transaction has touched, once it is committed. O(tables ever written).
    func take() -> RowChanges {
        var changes = RowChanges()
        for table in tables.values where table.isTouched { changes.tables[table.name] = table.take() }
        return changes
    }

    /// Forgets what the transaction has touched, once it is rolled back.
    func discard() {
        for table in tables.values { table.discard() }
    }

    fileprivate func note(_ table: UnsafePointer<CChar>, _ write: RowWrite) {
        if let last, last.isNamed(table) { return last.note(write) }
        let name = RowName(String(cString: table))
        let captured =
            tables[name]
            ?? CapturedTable(name, schema.table(named: name.text) ?? schema.documents(named: name.text))
        if tables[name] == nil {
            captured.keep(interests[name] ?? [])
            tables[name] = captured
        }
        last = captured
        captured.note(write)
    }
}

/// A constant of the file: SQLite calls it on whatever thread runs the statement.
private let noteRow:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int64, Int64
    ) -> Void = { capture, connection, operation, database, table, old, new in
        guard let capture, let connection, let database, let table, strcmp(database, "main") == 0 else { return }
        let write = RowWrite(connection: connection, operation: operation, oldNumber: old, newNumber: new)
        Unmanaged<Capture>.fromOpaque(capture).takeUnretainedValue().note(table, write)
    }
