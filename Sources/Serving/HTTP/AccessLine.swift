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

    /// A request that has just come.
    init(_ request: HTTPRequest, _ service: Service) {
        id = request.id
        method = request.method
        path = request.path
        address = VisitorAddress(of: request, header: service.settings.addressHeader).text
        level = service.settings.accessLog ? .info : .debug
    }

    /// Writes the line when the exchange is over.
    func write(atEndOf exchange: HTTPExchange) {
        exchange.onEnd = { status, bytes in
            let time = ContinuousClock.now - start
            ServiceLog.logger.log(
                level: level, "request",
                metadata: [
                    "id": "\(id)", "method": "\(method)", "path": "\(path)", "status": "\(status)",
                    "bytes": "\(bytes)", "ms": "\(time.milliseconds)", "from": "\(address)",
                ])
        }
    }
}
