extension ScanError {
    /// Converts the error of one list. Throws an error of the whole database.
    func listFailure(_ limits: ScanLimits) throws(StoreError) -> ListFailure {
        switch self {
        case .tooSlow:
            ListFailure(
                code: "query-too-slow",
                message: "The query takes longer than \(limits.time) (\(limits.reason)).")
        case .overtaken: throw .locked
        case .store(let error): throw error
        case .gone(let name): ListFailure(code: "gone", message: "The table \"\(name)\" no longer exists.")
        case .query(let message): ListFailure(code: "query-failed", message: "The query failed: \(message).")
        case .valueTooLarge(let sentence):
            ListFailure(code: StoreError.valueTooLarge(sentence).code, message: sentence)
        case .duplicate:
            ListFailure(
                code: "duplicate-key",
                message:
                    "Two rows of the list have the same key. Run PRAGMA integrity_check to find damage. "
                    + "For a virtual table, check its source.")
        }
    }
}
