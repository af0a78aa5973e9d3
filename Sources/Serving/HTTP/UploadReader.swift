import HTTPServer
import Loop
import Scenes
import ViewModels

/// The head of a request that uploads.
struct UploadHead {
    /// The media type of the body.
    let type: String?
    /// The name of the file that the body is.
    let fileName: String?

    /// Reads the headers, and the name in the query, which `curl -T` can set.
    @SceneActor init(_ request: HTTPRequest) {
        type = request.header("Content-Type")
        let named = request.query.flatMap { Route("/?\($0)") }?[ColonAddress.fileName]
        fileName = Disposition.fileName(in: request.header("Content-Disposition")) ?? named
    }
}

/// Reads the body of an upload: a file, or a form with files.
@SceneActor final class UploadReader {
    /// The files.
    let upload: Upload
    private let body: HTTPBody
    private let context: ServerContext
    private let kept: ByteHolding

    init(_ body: HTTPBody, to slot: UploadSlot, _ context: ServerContext, for share: ByteShare?) {
        self.body = body
        self.context = context
        upload = Upload(to: slot)
        kept = ByteHolding(.bodies, in: context.memory, for: share)
    }

    /// Reads the body to its end.
    func read(_ head: UploadHead) async throws(Problem) {
        guard let type = head.type, MultipartParser.isForm(type) else {
            try await handle(.part(UploadPart(fileName: head.fileName, type: head.type)))
            while let piece = try await next() { try await handle(.bytes(piece)) }
            return
        }
        guard var parser = MultipartParser(type: type) else { throw .brokenForm }
        while let piece = try await next() {
            guard let events = parser.read(piece) else { throw .brokenForm }
            for event in events { try await handle(event) }
        }
        guard parser.isComplete else { throw .brokenForm }
    }

    private func next() async throws(Problem) -> [UInt8]? {
        do throws(HTTPBody.Lost) { return try await body.next() } catch { throw .lostBody }
    }

    private func handle(_ event: MultipartParser.Event) async throws(Problem) {
        do throws(CommandFailure) {
            switch event {
            case .part(let part): try await upload.begin(part)
            case .bytes(let bytes): try await upload.append(bytes)
            }
        } catch {
            throw Problem(error)
        }
        let more = upload.bytesInMemory - kept.count
        if more > 0, let shortage = kept.take(more) { throw .noRoom(shortage) }
    }
}

extension Problem {
    /// A body is no form, is incomplete, or has too many parts.
    fileprivate static let brokenForm = Problem.badRequest(
        "invalid-body",
        "The body is not a complete form (multipart/form-data) of at most \(MultipartParser.partLimit) parts.")

    /// The client has disconnected before the end of its body, so nobody gets this.
    fileprivate static let lostBody = Problem.badRequest("incomplete-body", "The body is incomplete.")
}
