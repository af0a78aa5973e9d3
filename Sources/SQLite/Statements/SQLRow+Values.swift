import CSQLite
import Tables

extension SQLRow {
    /// Returns the value in a column; at most `limit` bytes of a blob.
    package func value(_ column: Int, limit: Int = .max) -> SQLValue {
        let index = CInt(truncatingIfNeeded: column)
        switch type(index) {
        case SQLITE_INTEGER: return .integer(integer(index))
        case SQLITE_FLOAT: return .real(real(index))
        case SQLITE_TEXT:
            let bytes = text(index)
            return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .malformed(Blob(Array(bytes)))
        case SQLITE_BLOB:
            let bytes = blob(index)
            return .blob(Blob(Array(bytes.prefix(limit)), of: bytes.count))
        default: return .null
        }
    }
}
