import CSQLite

/// A row that is about to be written, as SQLite reports it. Valid during the call of the hook.
struct RowWrite {
    let connection: OpaquePointer
    /// `SQLITE_INSERT`, `SQLITE_UPDATE` or `SQLITE_DELETE`.
    let operation: CInt
    /// The row id before and after the write; 0 in a table without row ids.
    let oldNumber: Int64
    let newNumber: Int64

    /// Whether the row exists before the write.
    var hasOld: Bool { operation != SQLITE_INSERT }
    /// Whether the row exists after the write.
    var hasNew: Bool { operation != SQLITE_DELETE }
    /// Whether the row exists before and after the write.
    var isUpdate: Bool { operation == SQLITE_UPDATE }
    /// The number of the table's columns, including virtual ones.
    var columnCount: Int { Int(sqlite3_preupdate_count(connection)) }
}
