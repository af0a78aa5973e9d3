extension Store {
    /// How long the desk may be at work without an answer before it counts as stuck.
    private static let deskPatience = Duration.seconds(2)

    /// Whether the database can be read and what is asked of it is answered, as far as is known; never waits. While a command
    /// or a query keeps all others waiting for two seconds, it is not.
    public var isReady: Bool {
        guard problem == nil else { return false }
        guard let connections = attachment?.connections() else { return !isHopeless }
        let desk = connections.desk
        let silences = [desk.watch, connections.slowDesk?.watch].compactMap { $0?.silence }
        if let longest = silences.max() { return longest < Self.deskPatience }
        desk.async { _ in }  // the next who wants to know learns whether even this was answered
        return true
    }
}
