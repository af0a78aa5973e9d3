import CMicrohttpd
import Loop

/// What libmicrohttpd has of a request at one call: first the head, then parts of the body, at last nothing.
struct RequestPart: @unchecked Sendable {  // guard: the loop's thread, for the length of one call
    let connection: OpaquePointer
    let method: String
    let version: String
    let bytes: UnsafeRawBufferPointer
}

extension HTTPExchange {
    /// Takes the next part of the request.
    func receive(_ part: RequestPart, of server: HTTPServer) -> MHD_Result {
        switch state {
        case .reading where request.method.isEmpty: return begin(part, of: server)
        case .reading where !part.bytes.isEmpty:
            request.body.append(contentsOf: part.bytes)
            if request.body.count > server.handler.bodyLimit(for: request) {
                request.body = []
                state = .overflown
            }
            return .YES
        case .overflown where !part.bytes.isEmpty: return .YES
        case .reading: return handle(part, of: server)
        case .overflown: return queue(.response(Self.tooLarge(server)))
        case .answered(let answer): return queue(answer)
        case .handling, .queued, .ended: return .YES
        }
    }

    /// Checks the head. An answer that is given here closes the connection, because the body is not read.
    private func begin(_ part: RequestPart, of server: HTTPServer) -> MHD_Result {
        request.method = part.method
        request.version = part.version
        do throws(Refusal) {
            let check = try RequestCheck(
                part.connection, method: part.method, version: part.version, target: request.target)
            if let length = check.contentLength, length > server.handler.bodyLimit(for: request) {
                return queue(.response(Self.tooLarge(server)))
            }
            return .YES
        } catch {
            return queue(
                .response(server.handler.problem(status: error.status, code: error.code, detail: error.detail)))
        }
    }

    /// Gives the complete request to the handler; without an answer at once, libmicrohttpd waits.
    private func handle(_ part: RequestPart, of server: HTTPServer) -> MHD_Result {
        server.requestIsComplete(on: part.connection)
        state = .handling
        server.handler.handle(request, self)
        if case .answered(let answer) = state { return queue(answer) }
        isSuspended = true
        MHD_suspend_connection(part.connection)
        return .YES
    }

    /// Answers an exchange that nobody will answer any more, so that the daemon can stop.
    func abandon() {
        stream?.close()
        if case .handling = state { respond(HTTPResponse(status: 503, headers: [("Connection", "close")])) }
    }

    private static func tooLarge(_ server: HTTPServer) -> HTTPResponse {
        server.handler.problem(status: 413, code: "too-large", detail: "The body is larger than it may be.")
    }
}
