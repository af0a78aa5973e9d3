import HTTPServer
import Loop
import Scenes
import ViewModels

/// Sends files and values as files, also parts of them. A large file is read from the disk as fast as the client reads
/// it, so that only one piece is in memory.
@SceneActor final class FileEndpoint {
    /// Reads a file.
    typealias Reader = @SceneActor () async throws(RouteError) -> ServedFile

    private let context: ServerContext
    private let coordinator: any Coordinator
    private let visitors: Visitors
    /// The files that are being read and sent.
    private var running: [ObjectIdentifier: Sending] = [:]

    /// The sending of one file.
    private final class Sending {
        let route: Route
        let visitor: SessionTicket
        /// Whether the rights of the client have changed since the file was opened.
        var isOutdated = false
        /// The response, once it has begun.
        var stream: HTTPStream?

        init(_ route: Route, _ visitor: SessionTicket) { (self.route, self.visitor) = (route, visitor) }
    }

    /// The bytes of a file in memory. A smaller file is sent as one piece.
    private static let pieceSize = 256 * 1024

    init(context: ServerContext, coordinator: any Coordinator, visitors: Visitors) {
        self.context = context
        self.coordinator = coordinator
        self.visitors = visitors
    }

    /// Sends the file at a route.
    func send(
        _ read: @escaping Reader, at route: Route, for request: HTTPRequest, to visitor: SessionTicket,
        _ exchange: HTTPExchange
    ) {
        let sending = Sending(route, visitor)
        running[ObjectIdentifier(sending)] = sending
        Task { @SceneActor in
            defer { running[ObjectIdentifier(sending)] = nil }
            do throws(Problem) {
                let file = await Self.result(of: read)
                try await context.verify(visitor.identity)
                let known = try file.mapError { context.told(Problem($0), to: visitor.principal) }.get()
                try await answer(request, with: known, sending, exchange)
            } catch {
                let error = error.placed(in: request).named(request.id)
                context.record(error)
                if exchange.isWaiting { exchange.respond(error.response) }
            }
        }
    }

    private static func result(of read: Reader) async -> Result<ServedFile, RouteError> {
        do throws(RouteError) { return .success(try await read()) } catch { return .failure(error) }
    }

    /// Responds with a file, or with the part that the request asks for. Pages of the origins in the settings may embed
    /// files that browsers request without an `Origin`, such as images.
    private func answer(
        _ request: HTTPRequest, with file: ServedFile, _ sending: Sending, _ exchange: HTTPExchange
    ) async throws(Problem) {
        let isPublic = sending.visitor.principal.kind == .nobody
        let size = file.content.count
        var response = HTTPResponse(
            status: 200,
            headers: [
                ("ETag", "\"\(file.tag)\""), ("Cache-Control", isPublic ? "no-cache" : "private, no-cache"),
                (HTTPResponse.embedding, context.settings.origins.isEmpty ? "same-origin" : "cross-origin"),
                ("Content-Security-Policy", "default-src 'none'; sandbox"), ("Accept-Ranges", "bytes"),
            ])
        guard EntityTags.allows(request.header("If-Match"), file.tag) else { throw .changed }
        if EntityTags.matches(request.header("If-None-Match"), file.tag) {
            (response.status, response.body) = (304, .omitted(size))
            return exchange.respond(response)
        }
        response.headers += Self.headers(of: file)
        var range = 0..<size
        switch request.method == "GET" ? Self.range(of: request, in: file) : .whole {
        case .whole: break
        case .unsatisfiable: throw .unsatisfiable(size)
        case .part(let part):
            range = part
            response.status = 206
            response.headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
        }
        guard request.method == "GET" else {
            response.body = .omitted(size)
            return exchange.respond(response)
        }
        switch file.content {
        case .bytes(let bytes):
            response.body = .bytes(range.count == size ? bytes : Array(bytes[range]))
            exchange.respond(response)
        case .file(let file) where range.count <= Self.pieceSize:
            guard let bytes = await file.bytes(in: range), bytes.count == range.count else { throw .unreadable }
            response.body = .bytes(bytes)
            exchange.respond(response)
        case .file(let file): try await send(file, range, response, sending, exchange)
        }
    }

    private static func range(of request: HTTPRequest, in file: ServedFile) -> ByteRange {
        ByteRange(
            request.header("Range"), ifRange: request.header("If-Range"), tag: file.tag, count: file.content.count)
    }

    /// Returns the headers of a file's content. Only images of pixels are shown inline, whatever the app says: other
    /// types may have scripts.
    private static func headers(of file: ServedFile) -> [(String, String)] {
        let isText = file.type.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        let isInline = file.isInline && ImageType(rawValue: file.type) != nil
        return [
            ("Content-Type", isText && !file.type.isEmpty ? file.type : "application/octet-stream"),
            ("Content-Disposition", Disposition.header(for: file.name, isInline: isInline)),
        ]
    }

    /// Sends a part of a file piece by piece, each when the one before has been sent. A file that cannot be completed
    /// is cut off, so that the client notices.
    private func send(
        _ file: OpenFile, _ range: Range<Int>, _ response: HTTPResponse, _ sending: Sending, _ exchange: HTTPExchange
    ) async throws(Problem) {
        let visitor = sending.visitor
        let time = context.settings.idleTimeout + .seconds(range.count / HTTPConfiguration().slowestReading)
        let stream = exchange.stream(
            status: response.status, headers: response.headers, within: time, for: visitor.share, length: range.count)
        guard let stream else { throw .tooMany(.streams) }
        let listener = visitor.identity?.onEnd { _ in stream.abort() }
        defer { if let listener { visitor.identity?.forget(listener) } }
        sending.stream = stream
        if sending.isOutdated { check(sending) }
        var place = range.lowerBound
        while place < range.upperBound {
            let piece = place..<min(place + Self.pieceSize, range.upperBound)
            guard let bytes = await file.bytes(in: piece), bytes.count == piece.count else { return stream.abort() }
            stream.write(SharedBytes(bytes))
            guard await stream.drain() else { return }
            place = piece.upperBound
        }
    }

    /// Cuts off the files that a principal may not read any more, after a change of rights; `nil` stands for all
    /// principals.
    func followRights(of principal: Principal?) {
        for sending in running.values where principal == nil || principal == sending.visitor.principal {
            check(sending)
        }
    }

    /// Cuts off a file unless the client may still read it. A response that has not begun is checked when it begins.
    private func check(_ sending: Sending) {
        guard let stream = sending.stream else { return sending.isOutdated = true }
        guard let read = coordinator.file(for: sending.route, as: sending.visitor.principal) else {
            return stream.abort()
        }
        Task { @SceneActor in
            if case .failure = await Self.result(of: read) { stream.abort() }
        }
    }
}

extension Problem {
    /// No byte of a file is in the range of a request (RFC 9110, section 15.5.17).
    fileprivate static func unsatisfiable(_ size: Int) -> Problem {
        Problem(
            status: 416, code: "invalid-range", message: "The file has \(size) bytes.",
            headers: [("Content-Range", "bytes */\(size)")])
    }

    /// A file has become shorter, or the disk does not read it.
    fileprivate static let unreadable = Problem(
        status: 500, code: "file-unreadable", message: "The file cannot be read.")
}
