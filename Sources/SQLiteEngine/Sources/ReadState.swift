import CSQLite
import Changes
import Lists
import SQLite
import Tables

/// The state that the readings of a connection share.
struct ReadContext: Sendable {
    let desk: Desk
    let statements: PreparedStatements
    /// Identifies the reader.
    let reader: ObjectIdentifier
    /// Whether the connection is the desk's.
    let isOnDesk: Bool
    let isReadOnly: Bool
}

/// The state of a database that a read transaction sees.
struct ReadState: DatabaseState {
    let context: ReadContext
    let connection: OpaquePointer
    let position: Int64
    let schemaVersion: Int64
    /// The changes from earlier positions, where they are known.
    let changes: [Int64: RowChanges]

    func changes(since position: Int64?) -> RowChanges? { position.flatMap { changes[$0] } }

    func readSchema(after known: Schema) throws(StoreError) -> Schema {
        do throws(SQLFailure) {
            if !known.tables.isEmpty { try refuseEmptiness() }
            let schema = try SchemaReader(connection: connection, isReadOnly: context.isReadOnly).read()
            if context.isOnDesk { try context.desk.ledger.use(schema) }
            return schema
        } catch {
            throw error.storeError
        }
    }

    /// Throws if a file that had tables has no pages: it is being rewritten, for example by `cp`. The known content
    /// stays until the file is complete.
    private func refuseEmptiness() throws(SQLFailure) {
        guard try context.statements.pragma("page_count", connection) == 0 else { return }
        throw SQLFailure(code: SQLITE_NOTADB, message: "the file is empty")
    }

    func blockedWriters() throws(StoreError) -> BlockedWriters? {
        do throws(SQLFailure) { return try writers() } catch { throw error.storeError }
    }

    /// Readers block writers in rollback mode. On the desk, which also writes, no reading takes long.
    private func writers() throws(SQLFailure) -> BlockedWriters? {
        let statements = context.statements
        guard !context.isOnDesk,
            try statements.row("PRAGMA main.journal_mode", [], connection)?.first != .text("wal")
        else { return nil }
        let version = try statements.pragma("data_version", connection)
        return BlockedWriters(patience: context.desk.writersPatience) { [connection] () throws(ScanError) in
            try ScanError.from { () throws(SQLFailure) in try statements.commit(connection) }
        } block: { [connection] () throws(ScanError) in
            try ScanError.from { () throws(SQLFailure) in
                try statements.begin(connection)
                guard try statements.pragma("data_version", connection) == version else { throw SQLFailure.overtaken }
            }
        }
    }

    func within<Value>(_ limit: Duration, _ body: () throws(ScanError) -> Value) throws(ScanError) -> Value {
        try SQLite.within(limit, on: connection, body)
    }

    /// Tells the ledger which former values are needed. It keeps them by reader, because two readers may need those of
    /// one table. This does not wait for the desk: its commit may be waiting for this transaction to end.
    func keepFormerValues(of columns: [ExactName: Set<Int>]) {
        let (desk, id) = (context.desk, context.reader)
        guard !context.isOnDesk else { return desk.ledger.setInterests(columns, of: id) }
        desk.async { _ in desk.ledger.setInterests(columns, of: id) }
    }
}

extension PreparedStatements {
    /// Returns the integer value of a pragma.
    func pragma(_ name: String, _ connection: OpaquePointer) throws(SQLFailure) -> Int64 {
        guard case .integer(let number)? = try row("PRAGMA main.\(name)", [], connection)?.first else { return 0 }
        return number
    }
}
