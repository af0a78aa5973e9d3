import HTTPServer
import Logging
import Loop

/// What the log says of a request: never its query, its headers or its body, which may hold what is nobody's business.
@SceneActor struct AccessLine {
    private let id: String
    private let method: String
    private let path: String
    private let address: String
    private let level: Logger.Level
    private let start = ContinuousClock.now

    /// What stands in a log as a method: others may be anything.
    private static let methods: Set = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
    ]

    /// A request that has just come; what could not be read of it is `-`, and so is a method that is none.
    init(_ request: HTTPRequest, _ service: Service) {
        id = request.id
        method = Self.methods.contains(request.method) ? request.method : "-"
        path = request.method.isEmpty ? "-" : request.path
        address = VisitorAddress(of: request, header: service.settings.addressHeader).text
        level = service.settings.accessLog ? .info : .debug
    }

    /// Writes the line when the exchange is over.
    func write(atEndOf exchange: HTTPExchange) {
        exchange.onEnd = write
    }

    /// Writes the line of a request that was answered with this status and so many bytes.
    func write(status: Int, bytes: Int) {
        let time = ContinuousClock.now - start
        ServiceLog.logger.log(
            level: level, "request",
            metadata: [
                "id": "\(id)", "method": "\(method)", "path": "\(path)", "status": "\(status)",
                "bytes": "\(bytes)", "ms": "\(time.milliseconds)", "from": "\(address)",
            ])
    }
}
