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
        case .gone(let name): ListFailure(code: "gone", message: "There is no table \"\(name)\" any more.")
        case .query(let message): ListFailure(code: "query-failed", message: "SQLite cannot answer: \(message).")
        case .valueTooLarge(let sentence):
            ListFailure(code: StoreError.valueTooLarge(sentence).code, message: sentence)
        case .duplicate:
            ListFailure(
                code: "duplicate-key",
                message:
                    "Two rows of the list have the same key. PRAGMA integrity_check tells whether the database is damaged; "
                    + "otherwise see to what a virtual table reads.")
        }
    }
}
