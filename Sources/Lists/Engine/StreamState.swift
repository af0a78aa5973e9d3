/// The state of the stream that tells of a server's commits.
package struct StreamState: Sendable {
    /// How many bytes of the server's log the stream was behind at the last reading.
    package var lag = 0
    /// How many bytes of its log the server retains for this stream.
    package var keptLog = 0
    /// The number of the server's replication slots in use, by any client.
    package var slots = 0
    /// The limit on the server's replication slots.
    package var slotLimit = 0

    /// Creates a state in which nothing is measured yet.
    package init() {}
}
