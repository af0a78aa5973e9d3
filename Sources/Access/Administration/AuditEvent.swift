import Stores

/// An event of the audit: who did what, from where. It never has a secret.
struct AuditEvent: Sendable {
    private let event: String
    private let who: String
    private let via: String
    private let network: String?
    private let detail: String?

    init(_ event: String, who: String, via: String, network: String? = nil, detail: String? = nil) {
        (self.event, self.who, self.via, self.network, self.detail) = (event, who, via, network, detail)
    }

    /// Appends the event. Removes events that are older than 90 days, or beyond a million.
    func add(to transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO Audit(Event, Who, Via, Network, Detail) VALUES (?, ?, ?, ?, ?)", event, who, via, network,
            detail)
        try transaction.run(
            "DELETE FROM Audit WHERE Number IN (SELECT Number FROM Audit WHERE Time < unixepoch() - 7776000 "
                + "ORDER BY Number LIMIT 10)")
        try transaction.run(
            "DELETE FROM Audit WHERE Number <= (SELECT seq FROM sqlite_sequence WHERE name = 'Audit') - 1000000")
    }
}
