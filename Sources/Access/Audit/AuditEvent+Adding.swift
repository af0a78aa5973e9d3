import Scenes
import Stores

extension AuditEvent {
    /// Appends the event. Removes events that are older than 90 days, or beyond a million.
    func add(to transaction: AccessTransaction) throws {
        try transaction.run(
            "INSERT INTO {Audit}(Event, Who, Via, Network, Route, Row, Detail) VALUES (?, ?, ?, ?, ?, ?, ?)", event,
            who,
            via, network, route, row, detail)
        try transaction.run(
            "DELETE FROM {Audit} WHERE Number IN (SELECT Number FROM "
                + "(SELECT Number, Time FROM {Audit} ORDER BY Number LIMIT 10) AS Oldest "
                + "WHERE Time < \(transaction.present) - 7776000)")
        try transaction.run(
            "DELETE FROM {Audit} WHERE Number <= (SELECT max(Number) FROM {Audit}) - 1000000")
    }
}
