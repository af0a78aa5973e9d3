import HTTPServer
import Logging
import Loop

/// The log line of a request. It never contains the query, the headers or the body, which may be private.
@SceneActor struct AccessLine {
    private let id: String
    private let method: String
    private let path: String
    private let address: String
    private let level: Logger.Level
    private let start = ContinuousClock.now

    /// The methods that are logged. Others may contain any text.
    private static let methods: Set = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]

    /// Starts the line of a new request. Text that could not be read is logged as `-`, and so is an unknown method.
    init(_ request: HTTPRequest, _ context: ServerContext) {
        id = request.id
        method = Self.methods.contains(request.method) ? request.method : "-"
        path = request.method.isEmpty ? "-" : request.path
        address = VisitorAddress(of: request, header: context.settings.addressHeader).text
        level = context.settings.accessLog ? .info : .debug
    }

    /// Writes the line when the exchange has ended.
    func write(atEndOf exchange: HTTPExchange) {
        exchange.onEnd = write
    }

    /// Writes the line of a request with this status and this number of bytes in its response.
    func write(status: Int, bytes: Int) {
        let time = ContinuousClock.now - start
        ServerLog.logger.log(
            level: level, "request",
            metadata: [
                "id": "\(id)", "method": "\(method)", "path": "\(path)", "status": "\(status)",
                "bytes": "\(bytes)", "ms": "\(time.milliseconds)", "from": "\(address)",
            ])
    }
}
