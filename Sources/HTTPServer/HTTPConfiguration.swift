/// Where an HTTP server listens, and how much it takes from its clients.
package struct HTTPConfiguration: Sendable {
    /// The address: IPv4 or IPv6, or `localhost`.
    package var host = "127.0.0.1"
    /// Whether the address may be one that other machines reach.
    package var allowRemote = false
    /// The port; 0 takes any that is free.
    package var port = 0
    /// Whether other processes of the same user may listen on the port too (`SO_REUSEPORT`); all have to say so.
    package var sharesPort = false
    /// How many connections are open at once, event streams among them. More wait until one ends.
    package var connectionLimit = 2_000
    /// How many of them one address has; an IPv6 network of 64 bits counts as one.
    package var connectionsPerAddress = 500
    /// Whether addresses of this machine may have more: a proxy's may be among them.
    package var isLoopbackExempt = true
    /// How many event streams are open at once.
    package var streamLimit = 1_000
    /// The memory for one request's head, in bytes.
    package var connectionMemory = 32 * 1024
    /// The largest request body, in bytes.
    package var bodyLimit = 1024 * 1024
    /// How long a connection may be silent.
    package var idleTimeout = Duration.seconds(30)
    /// How long a client may take for the head of a request.
    package var headTimeout = Duration.seconds(10)
    /// How long a client may take for the rest of a request, after its head.
    package var requestTimeout = Duration.seconds(60)
    /// How fast a client has to read an answer, in bytes a second; the ``idleTimeout`` comes on top.
    package var slowestReading = 1024
    /// Whether answers say which request they are of (`X-Request-Id`).
    package var namesRequests = false
    /// The request header that every answer depends on, for the `Vary` of answers that have none of their own.
    package var vary: String?
    /// How long running exchanges may take to end when the server stops.
    package var drainTimeout = Duration.seconds(5)

    package init() {}
}
