/// Why a query has no answer.
package enum ScanError: Error {
    /// The table does not exist, or no longer exists.
    case gone(String)
    /// The database cannot answer this query, though it can answer others.
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
    case store(StoreError)

    /// The order of the list takes more memory than is left.
    static let tooLong = ScanError.query("the list is too long; raise orderMemory in the settings")
}
