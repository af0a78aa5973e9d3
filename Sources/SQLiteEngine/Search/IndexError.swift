import Lists

/// Why a full-text index is not created or removed.
package enum IndexError: Error, Sendable, Equatable {
    /// The database cannot be read or written.
    case store(StoreError)
    /// The table or the index does not permit it. The text is a full sentence.
    case refused(String)

    /// A sentence for users.
    package var message: String {
        switch self {
        case .store(let error): error.message
        case .refused(let reason): reason
        }
    }
}
