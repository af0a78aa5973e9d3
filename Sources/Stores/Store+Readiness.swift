import DataSources

extension Store {
    /// How long the desk may work on one request before it counts as stuck.
    private static let deskPatience = Duration.seconds(2)

    /// Why the database cannot be read or does not respond, in a sentence; `nil` if no problem is known. Never waits.
    ///
    /// The database does not respond when a command or a query has made all others wait for two seconds.
    public var unreadiness: String? {
        if let problem { return problem.message }
        guard let connections = database?.connections() else {
            return isHopeless ? "The database is not open." : nil
        }
        let silent = connections.deskWork.compactMap { work, watch in watch.silence.map { (work, $0) } }
        if let (work, time) = silent.max(by: { $0.1 < $1.1 }) {
            guard time >= Self.deskPatience else { return nil }
            return "The database is busy: \(work) has been running for \(time.components.seconds) s."
        }
        connections.desk.async { _ in }  // the next call sees whether even this completes
        return nil
    }
}
