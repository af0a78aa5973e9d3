import CSQLite

/// A row that is about to be written, as SQLite tells of it; good during the call of the hook.
struct RowWrite {
    let connection: OpaquePointer
    /// `SQLITE_INSERT`, `SQLITE_UPDATE` or `SQLITE_DELETE`.
    let operation: CInt
    /// The row id before, and after; 0 in a table that has none.
    let oldNumber: Int64
    let newNumber: Int64

    /// Whether the row is there before.
    var hasOld: Bool { operation != SQLITE_INSERT }
    /// Whether it is there afterwards.
    var hasNew: Bool { operation != SQLITE_DELETE }
    /// Whether it is there before and afterwards.
    var isUpdate: Bool { operation == SQLITE_UPDATE }
    /// The number of the table's columns, virtual ones too.
    var columnCount: Int { Int(sqlite3_preupdate_count(connection)) }
}
