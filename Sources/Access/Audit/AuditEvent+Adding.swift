import Scenes
import Stores

extension AuditEvent {
    /// Appends the event. Removes events that are older than 90 days, or beyond a million.
    func add(to transaction: Transaction) throws {
        try transaction.run(
            "INSERT INTO Audit(Event, Who, Via, Network, Route, Row, Detail) VALUES (?, ?, ?, ?, ?, ?, ?)", event, who,
            via, network, route, row, detail)
        try transaction.run(
            "DELETE FROM Audit WHERE Number IN (SELECT Number FROM Audit WHERE Time < unixepoch() - 7776000 "
                + "ORDER BY Number LIMIT 10)")
        try transaction.run(
            "DELETE FROM Audit WHERE Number <= (SELECT seq FROM sqlite_sequence WHERE name = 'Audit') - 1000000")
    }
}
