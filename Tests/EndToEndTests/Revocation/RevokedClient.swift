import JSON
import TestSupport

/// A client with one transport open at a server until its principal is revoked.
final class RevokedClient: @unchecked Sendable {  // one task uses it
    let way: Interleaving.Way
    private let port: Int
    private let headers: [String: String]
    private let lane: Int
    private let plan: Interleaving
    private var socket: SocketClient?
    private var scenes: Set<Int64> = []
    private var stream: EventClient?
    private var export: Download?

    /// Opens the transport. Tries again while the server cannot check who connects (503), as on a busy machine while
    /// others sign in all the time.
    static func open(
        _ plan: Interleaving, _ way: Interleaving.Way, lane: Int, port: Int, headers: [String: String]
    ) async throws -> RevokedClient {
        let deadline = ContinuousClock.now + patienceOfTests
        while true {
            do {
                return try await RevokedClient(plan, way, lane: lane, port: port, headers: headers)
            } catch let error as ClientError where error.description.contains(" 503 ") && .now < deadline {}
        }
    }

    private init(
        _ plan: Interleaving, _ way: Interleaving.Way, lane: Int, port: Int, headers: [String: String]
    ) async throws {
        (self.plan, self.way, self.lane, self.port, self.headers) = (plan, way, lane, port, headers)
        switch way {
        case .documents: break
        case .stream, .slowStream:
            let stream = try await EventClient(
                port: port, way.isSlow ? "/Large/\(lane)" : plan.routes[0], headers: headers, isNarrow: way.isSlow)
            guard try await stream.next().name == "snapshot" else { throw ClientError("no snapshot") }
            self.stream = stream
        case .socket, .slowSocket:
            let socket = try await SocketClient(port: port, headers: headers, isNarrow: way.isSlow)
            for route in way.isSlow ? ["/Large/\(lane)"] : plan.routes {
                let opened = try await socket.open(route)
                guard let scene = opened["scene"]?.intValue else { throw ClientError("not opened: \(opened)") }
                scenes.insert(scene)
            }
            self.socket = socket
        case .export:
            let export = try await blocking { try Download(port: port, "/Bulk:csv", headers: headers) }
            guard export.status == 200 else { throw ClientError("the export got \(export.status) ") }
            try await blocking { try export.read() }
            self.export = export
        }
    }

    /// Reads everything until the server ends what is open.
    ///
    /// - Returns: Everything that was received.
    func readToEnd() async throws -> [String] {
        do {
            return switch way {
            case .documents: try await readDocuments()
            case .stream, .slowStream: try await readEvents()
            case .socket, .slowSocket: try await readMessages()
            case .export: try await readExport()
            }
        } catch {
            throw ClientError("\(way): \(error)")
        }
    }

    /// Requests a document and its deltas until they are refused.
    private func readDocuments() async throws -> [String] {
        let deadline = ContinuousClock.now + patienceOfTests
        var (texts, digest): ([String], String?) = ([], nil)
        while true {
            var all = headers
            if let digest {
                all["If-None-Match"] = "\"\(digest)\""
                all["Accept"] = "application/json-patch+json"
            }
            let answer = try await HTTPClient(port: port).identified { try await $0.get("/Note/\(lane)", all) }
            texts.append(answer.text)
            if answer.status == plan.end.status { return texts }
            // A request that the revocation meets on its way gets 401 or 403.
            guard [200, 304, 401, 403].contains(answer.status) else {
                throw ClientError("\(answer.status): \(answer.text)")
            }
            guard .now < deadline else { throw ClientError("not refused in time") }
            digest = answer.tag ?? digest
        }
    }

    private func readEvents() async throws -> [String] {
        var texts: [String] = []
        try await endingEarly(if: way.isSlow) {
            while let event = try await stream?.next(), event.name != "gone" { texts.append(event.data.text) }
        }
        return texts
    }

    private func readMessages() async throws -> [String] {
        guard let socket else { return [] }
        var texts: [String] = []
        if plan.end.leavesIdentity {
            while !scenes.isEmpty {
                let message = try await socket.next()
                texts.append(message.text)
                if message["type"] == "gone", let scene = message["scene"]?.intValue { scenes.remove(scene) }
            }
            return texts + [try await socket.open("/Note").text]
        }
        try await endingEarly(if: way.isSlow) {
            while socket.closeCode == nil { texts.append(try await socket.next().text) }
            guard socket.closeCode == 4401 else { throw ClientError("closed with \(socket.closeCode ?? 0)") }
        }
        return texts
    }

    /// Runs a body. The server drops what waits for a slow client, and ends its connection within a message.
    private func endingEarly(if isSlow: Bool, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as ClientError
            where isSlow && (error.description.contains(" ended") || error.description.contains("reset"))
        {}
    }

    /// Reads the rest of an export, which has to be cut off.
    private func readExport() async throws -> [String] {
        guard let export else { return [] }
        let isWhole = (try? await blocking { try export.readToEnd() }) != nil
        guard !isWhole else { throw ClientError("the export was not cut off") }
        return [export.text]
    }
}

extension HTTPClient {
    /// Sends a request. Sends it again while the server cannot check who sent it (503).
    func identified(_ send: (HTTPClient) async throws -> HTTPAnswer) async throws -> HTTPAnswer {
        let deadline = ContinuousClock.now + patienceOfTests
        while true {
            let answer = try await send(self)
            guard answer.status == 503, .now < deadline, try answer.json["code"] == "sign-in-unavailable" else {
                return answer
            }
        }
    }
}
