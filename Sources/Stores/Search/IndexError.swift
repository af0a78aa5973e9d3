/// Why a full-text index is not made or taken away.
package enum IndexError: Error, Sendable, Equatable {
    /// The database cannot be read or written.
    case store(StoreError)
    /// It cannot be done for this table, as a sentence says.
    case refused(String)

    /// A sentence for people.
    package var message: String {
        switch self {
        case .store(let error): error.message
        case .refused(let reason): reason
        }
    }
}
