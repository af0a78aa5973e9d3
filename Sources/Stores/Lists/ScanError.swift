import CSQLite

/// Why a query has no answer.
enum ScanError: Error {
    /// Its table is not there (any more).
    case gone(String)
    /// SQLite cannot answer it, though it answers others.
    case query(String)
    /// Two rows have one id.
    case duplicate
    /// It took longer than it may.
    case tooSlow
    /// Something was committed between two of its steps.
    case overtaken
    /// The database cannot be read.
    case store(SQLFailure)

    init(_ failure: SQLFailure) {
        if failure.code == SQLITE_INTERRUPT {
            self = .tooSlow
        } else if failure.code == SQLFailure.overtaken.code {
            self = .overtaken
        } else {
            self = StoreError(failure) == nil ? .query(failure.message) : .store(failure)
        }
    }
}
