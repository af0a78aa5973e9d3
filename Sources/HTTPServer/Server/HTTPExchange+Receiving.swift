import CMicrohttpd
import Loop

extension HTTPExchange {
    /// The time for which a client may go on sending a refused request. Some clients read the response only after they
    /// have sent everything.
    private static let linger = Duration.seconds(2)

    /// Processes the next part of the request.
    func receive(_ part: RequestPart, of connections: Connections) -> MHD_Result {
        switch state {
        case .reading where request.head === RequestHead.unread: return begin(part, of: connections)
        case .reading where !part.bytes.isEmpty:
            return keep(part, of: connections)
        case .reading: return handle(part, of: connections)
        case .receiving where repeatsHead, .refused where repeatsHead:
            repeatsHead = false
            return .YES
        case .receiving(let body): return take(part, into: body, of: connections)
        case .refused: return part.bytes.isEmpty ? .NO : .YES
        case .answered(let answer): return queue(answer, of: connections)
        case .gone: return .NO
        case .handling, .queued, .ended: return .YES
        }
    }

    /// Keeps a part of the body if the limits allow it.
    private func keep(_ part: RequestPart, of connections: Connections) -> MHD_Result {
        connections.daemon.counts.received += part.bytes.count
        let limit = connections.handler.bodyLimit(for: request)
        var refusal: Refusal?
        if part.bytes.count > limit.bytes - request.body.count {
            refusal = .tooLarge(limit)
        } else if let shortage = request.keep(
            part.bytes, in: connections.memory, for: connections.handler.share(of: request))
        {
            refusal = Refusal(shortage)
        }
        guard let refusal else { return .YES }
        request.dropBody()
        return refuse(refusal, of: connections)
    }

    /// Processes the head.
    private func begin(_ part: RequestPart, of connections: Connections) -> MHD_Result {
        let head = connections.heads.head(of: part, query)
        request.head = head
        connection.deadline.set(.receiving, in: connections.configuration.requestTimeout)
        if let refusal = head.refusal { return refuse(refusal, of: connections) }
        if let length = head.contentLength {
            let limit = connections.handler.bodyLimit(for: request)
            guard length <= limit.bytes else { return refuse(.tooLarge(limit), of: connections) }
        }
        return connections.handler.readsBody(of: request) ? open(of: connections) : .YES
    }

    /// Passes the request to the handler, which reads the body itself. Nothing of it is read until then.
    private func open(of connections: Connections) -> MHD_Result {
        guard !connections.isStopping else { return refuse(.stopping, of: connections) }
        let size = min(request.head.contentLength ?? .max, HTTPBody.pieceSize)
        if let shortage = request.reserve(size, in: connections.memory, for: connections.handler.share(of: request)) {
            return refuse(Refusal(shortage), of: connections)
        }
        let body = HTTPBody { [weak self, weak connections] in
            guard let self, let connections else { return }
            connection.deadline.set(.receiving, in: connections.configuration.requestTimeout)
            unpause()
        }
        self.body = body
        state = .receiving(body)
        answerEarly = { [weak self, weak connections] response in
            if let self, let connections { end(with: response, of: connections) }
        }
        fields = connections.handler.fields(for: request)
        connection.deadline.set(.answering, in: nil)
        connections.handler.handle(request, self)
        guard case .receiving = state, !body.isRead else { return .YES }
        repeatsHead = true
        pause()
        return .YES
    }

    /// Appends a part to the body. The last part is empty.
    private func take(_ part: RequestPart, into body: HTTPBody, of connections: Connections) -> MHD_Result {
        guard !part.bytes.isEmpty else {
            connection.deadline.set(.answering, in: nil)
            state = .handling
            body.finish()
            suspend()
            return .YES
        }
        connections.daemon.counts.received += part.bytes.count
        let limit = connections.handler.bodyLimit(for: request)
        guard part.bytes.count <= limit.bytes - body.count else { return refuse(.tooLarge(limit), of: connections) }
        body.append(part.bytes)
        guard !body.isRead else { return .YES }
        connection.deadline.set(.answering, in: nil)
        pause()
        return .YES
    }

    /// Refuses a request before it is complete.
    @discardableResult
    func refuse(_ refusal: Refusal, of connections: Connections) -> MHD_Result {
        var response = connections.response(to: refusal)
        response.headers += connections.handler.fields(for: request)
        if !isLogged {
            connections.handler.recordRefusal(of: request, status: refusal.status, bytes: response.count)
        }
        return end(with: response, of: connections)
    }

    /// Sends the response and shuts down our side, before the request is complete. The connection cannot be used again.
    /// Closing it before the client has sent everything could cost the client the response (RFC 9112 section 9.6).
    @discardableResult
    private func end(with response: HTTPResponse, of connections: Connections) -> MHD_Result {
        state = .refused
        body?.lose()
        connection.deadline.set(.reading, in: Self.linger)
        connections.daemon.counts.record(status: response.status, bytes: 0)
        sent = (response.status, response.count)
        var response = response
        for field in fields where !response.headers.contains(where: { $0.0 == field.0 }) {
            response.headers.append(field)
        }
        response.vary(by: connections.configuration.vary)
        if connections.configuration.namesRequests { response.headers.append((RequestID.header, request.id)) }
        let isSent = connection.socket.send(response.finalBytes(forHead: request.method == "HEAD"))
        if isSent { connection.socket.shutSending() }
        unpause()
        return isSent ? .YES : .NO
    }

    /// Whether libmicrohttpd is processing the complete head of this exchange. That is true for one exchange at a time.
    var isHeadAtHand: Bool {
        guard case .reading = state, request.head === RequestHead.unread, let pointer = connection.pointer else {
            return false
        }
        return cmicrohttpd_head_size(pointer) > 0
    }

    /// Passes the complete request to the handler. Suspends the connection unless the handler responds at once.
    private func handle(_ part: RequestPart, of connections: Connections) -> MHD_Result {
        guard !connections.isStopping else { return queue(.response(connections.farewell), of: connections) }
        connection.deadline.set(.answering, in: nil)
        state = .handling
        fields = connections.handler.fields(for: request)
        connections.handler.handle(request, self)
        if case .answered(let answer) = state { return queue(answer, of: connections) }
        suspend()
        return .YES
    }

    /// Passes the response to libmicrohttpd. The client must read a finite response in time.
    private func queue(_ answer: Answer, of connections: Connections) -> MHD_Result {
        guard let pointer = connection.pointer else { return .NO }
        let answer = hold(answer, of: connections)
        state = .queued
        let (count, status) = (answer.count, answer.status)
        let seconds = count / max(1, connections.configuration.slowestReading)
        let time = connections.configuration.idleTimeout + .seconds(seconds)
        connection.deadline.set(.reading, in: stream.map { $0.time } ?? time)
        if connections.isDraining, stream == nil, status != 101 { fields.append(("Connection", "close")) }
        if connections.configuration.namesRequests,
            !answer.isShared || !fields.isEmpty || isLogged || request.head.givenID != nil
        {
            fields.append((RequestID.header, request.id))
        }
        sent = (status, count)
        connections.daemon.counts.record(status: status, bytes: count)
        return hand(answer, to: pointer, varyingBy: connections.configuration.vary)
    }

    /// Counts the memory of a large body, which the client may read slowly. Without room for it, the response is an
    /// error instead.
    private func hold(_ answer: Answer, of connections: Connections) -> Answer {
        guard answer.count > Self.largeAnswer else { return answer }
        let share = connections.handler.share(of: request)
        let (shared, memory) = (answer.sharedBytes, connections.memory)
        if let shortage = memory.shortage(of: shared?.isAwaited == true ? 0 : answer.count, for: share) {
            return .response(connections.response(to: Refusal(shortage)))
        }
        kept = AnswerHolding(shared, answer.count, in: memory, for: share)
        return answer
    }

    /// Smaller bodies, in bytes, are not counted. There are at most as many of them as connections.
    private static let largeAnswer = 32 * 1024

    private func hand(_ answer: Answer, to connection: OpaquePointer, varyingBy header: String?) -> MHD_Result {
        switch answer {
        case .response(var response):
            response.headers += fields
            response.vary(by: header)
            let made = response.make()
            defer { MHD_destroy_response(made) }
            return MHD_queue_response(connection, UInt32(response.status), made)
        case .prepared(let prepared):
            if !fields.isEmpty, let source = prepared.source {
                return hand(.response(source), to: connection, varyingBy: header)
            }
            for (name, value) in fields { MHD_add_response_header(prepared.response, name, value) }
            return MHD_queue_response(connection, UInt32(prepared.status), prepared.response)
        }
    }

    /// Responds to an exchange that no handler will respond to, so that the daemon can stop.
    func abandon(_ connections: Connections) {
        if let stream { stream.time == nil ? stream.close() : stream.abort() }
        switch state {
        case .handling: respond(connections.farewell)
        case .reading where request.head !== RequestHead.unread: refuse(.stopping, of: connections)
        case .receiving: refuse(.stopping, of: connections)
        case .reading, .refused, .answered, .queued, .gone, .ended: break
        }
    }
}
