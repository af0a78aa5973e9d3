import CSQLite
import SQLite

/// Why a query has no answer.
enum ScanError: Error {
    /// The table does not exist, or no longer exists.
    case gone(String)
    /// SQLite cannot answer this query, though it can answer others.
    case query(String)
    /// A value or a row exceeds the size limit. The text is a full sentence.
    case valueTooLarge(String)
    /// Two rows have the same id.
    case duplicate
    /// The query exceeded its time limit.
    case tooSlow
    /// There was a commit between two steps of the scan.
    case overtaken
    /// The database cannot be read.
    case store(SQLFailure)

    init(_ failure: SQLFailure) {
        if failure.code == SQLITE_INTERRUPT {
            self = .tooSlow
        } else if failure.code == SQLFailure.overtaken.code {
            self = .overtaken
        } else if failure.code == SQLITE_TOOBIG {
            self = .valueTooLarge(failure.message)
        } else {
            self = StoreError(failure) == nil ? .query(failure.message) : .store(failure)
        }
    }
}
