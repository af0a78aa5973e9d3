/// How a store treats its database.
public struct StoreConfiguration: Sendable {
    /// How long a command waits for another writer.
    public var busyTimeout = Duration.seconds(5)
    /// How long a lock may last before viewers are told of it.
    public var lockPatience = Duration.seconds(1)
    /// How long a command's answer waits for its change to be shown.
    public var showTimeout = Duration.seconds(2)
    /// How long the query of a list may take before it is given up.
    public var queryTimeout = Duration.seconds(10)
    /// How often the database is looked at when nothing tells of a change, and when it cannot be read.
    public var pollInterval = Duration.milliseconds(500)

    /// The defaults.
    public init() {}
}
