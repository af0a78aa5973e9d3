import CSQLite
import Tables

/// Reads the values of a column from SQLite's preupdate functions, exactly or not at all.
///
/// These functions number columns as they are stored, without the virtual ones. But they take other facts about a
/// column from its position in the table. They number the columns of a new row in two ways. They do not know the
/// defaults of columns that were added after a row was written (SQLite 3.40). The session extension, for which they
/// were made, refuses such tables.
struct CapturedColumn {
    /// The position in the table.
    let number: Int
    private let affinity: Column.Affinity
    private let oldIndex: CInt
    private let insertedIndex: CInt
    private let updatedIndex: CInt
    /// Whether an integer may be reported as a real, because the column at its stored position has the affinity REAL.
    private let isTakenForReal: Bool
    /// Whether NULL may be reported for the default of a column that was added later.
    private let isNullDoubtful: Bool

    /// Creates the column at this position of a table; `nil` if its values cannot be read.
    init?(_ number: Int, of table: Table) {
        let columns = table.columns
        guard columns.indices.contains(number), !columns[number].isVirtual else { return nil }
        let column = columns[number]
        let stored = columns[..<number].count { !$0.isVirtual }
        let place = table.isWithoutRowID ? Self.place(of: number, in: columns) : stored
        if !table.isWithoutRowID, stored != number, columns[stored].isRowID || column.isRowID { return nil }
        self.number = number
        affinity = column.affinity
        oldIndex = CInt(table.isWithoutRowID ? number : stored)
        insertedIndex = oldIndex
        updatedIndex = CInt(stored)
        isTakenForReal = columns[place].affinity == .real && column.affinity != .real
        isNullDoubtful = column.defaultText != nil && column.primaryKeyPosition == 0
    }

    /// Returns the position at which a table without row ids stores a column: the columns of the key come first.
    private static func place(of number: Int, in columns: [Column]) -> Int {
        let key = columns.indices.filter { columns[$0].primaryKeyPosition > 0 }
            .sorted { columns[$0].primaryKeyPosition < columns[$1].primaryKeyPosition }
        let rest = columns.indices.filter { columns[$0].primaryKeyPosition == 0 && !columns[$0].isVirtual }
        return (key + rest).firstIndex(of: number) ?? number
    }

    /// Returns the value before the pending write; `nil` if it is uncertain.
    func old(_ write: RowWrite) -> SQLValue? {
        var value: OpaquePointer?
        guard sqlite3_preupdate_old(write.connection, oldIndex, &value) == SQLITE_OK, let value else { return nil }
        switch SQLValue(value) {
        case .null? where isNullDoubtful: return nil
        case .real? where isTakenForReal: return nil
        case let known: return known.map(stored)
        }
    }

    /// Returns the value after the write; `nil` if it is uncertain.
    func new(_ write: RowWrite) -> SQLValue? {
        var value: OpaquePointer?
        let index = write.isUpdate ? updatedIndex : insertedIndex
        guard sqlite3_preupdate_new(write.connection, index, &value) == SQLITE_OK, let value else { return nil }
        return SQLValue(value).map(stored)
    }

    /// Converts an integer in a column of reals. SQLite stores and reports a real without a fraction as an integer.
    private func stored(_ value: SQLValue) -> SQLValue {
        guard affinity == .real, case .integer(let number) = value else { return value }
        return .real(Double(number))
    }
}

extension SQLValue {
    /// The size limit of kept texts and blobs, in bytes.
    private static let longest = 1_024

    /// Copies a value of SQLite; `nil` for a value over the limit.
    fileprivate init?(_ value: OpaquePointer) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(value)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
            guard bytes.count <= Self.longest else { return nil }
            self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .malformed(Blob(Array(bytes)))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
            guard bytes.count <= Self.longest else { return nil }
            self = .blob(Blob(Array(bytes)))
        default: self = .null
        }
    }
}
