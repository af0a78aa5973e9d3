/// The address of an HTTP server, and its limits for clients.
package struct HTTPConfiguration: Sendable {
    /// The address: IPv4 or IPv6, or `localhost`.
    package var host = "127.0.0.1"
    /// Whether the address may be reachable by other machines.
    package var allowRemote = false
    /// The port; 0 takes any free one.
    package var port = 0
    /// A socket that listens already, in place of the address and the port. Another program keeps it open too, so that
    /// connections wait in its queue while no server runs. The server owns the descriptor.
    package var listener: Int32?
    /// Whether other processes of the same user may listen on the port too (`SO_REUSEPORT`). All of them must set it.
    package var sharesPort = false
    /// The maximum number of open connections, including event streams. More connections wait until one ends.
    package var connectionLimit = 2_000
    /// The maximum number of connections of one address. An IPv6 network of 64 bits counts as one address.
    package var connectionsPerAddress = 500
    /// Whether addresses of this machine have no such limit, because one of them may be a proxy.
    package var isLoopbackExempt = true
    /// The maximum number of open event streams.
    package var streamLimit = 1_000
    /// The memory for the head of one request, in bytes.
    package var connectionMemory = 32 * 1024
    /// The maximum size of a request body, in bytes.
    package var bodyLimit = 1024 * 1024
    /// The time for which a connection may be silent.
    package var idleTimeout = Duration.seconds(30)
    /// The time limit for the head of a request.
    package var headTimeout = Duration.seconds(10)
    /// The time limit for the rest of a request, after its head.
    package var requestTimeout = Duration.seconds(60)
    /// The minimum speed at which a client reads a response, in bytes a second. The ``idleTimeout`` is added to that
    /// time.
    package var slowestReading = 1024
    /// Whether responses have the id of their request (`X-Request-Id`).
    package var namesRequests = false
    /// The request header that every response depends on, for the `Vary` of responses without their own.
    package var vary: String?
    /// The time for which running exchanges may go on when the server stops.
    package var drainTimeout = Duration.seconds(5)

    package init() {}
}
