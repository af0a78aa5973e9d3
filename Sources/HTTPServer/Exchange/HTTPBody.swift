import Loop

/// The body of a request that its handler reads in pieces while it arrives, so that the whole is never in memory.
///
///     while let piece = try await body.next() { try await file.append(piece) }
///
/// The connection is read only while a piece is awaited. Each piece has the time limit of a request.
@SceneActor package final class HTTPBody {
    /// The body is incomplete: the client has disconnected, or already has its response.
    package struct Lost: Error {}

    /// The size of a piece, in bytes. The last piece of a body may be smaller.
    static let pieceSize = 256 * 1024

    private enum State { case open, complete, lost }

    private var state = State.open
    private var piece: [UInt8] = []
    private var reader: CheckedContinuation<Void, Never>?
    private let onRead: () -> Void
    /// The number of bytes that have arrived.
    private(set) var count = 0

    /// Makes an empty body. `onRead` is called when a piece is awaited.
    init(onRead: @escaping () -> Void) {
        self.onRead = onRead
    }

    /// Whether a piece is awaited.
    var isRead: Bool { reader != nil }

    /// Returns the next piece; `nil` at the end. Only one caller may wait at a time.
    package func next() async throws(Lost) -> [UInt8]? {
        await EventLoop.suspension { continuation in
            guard state == .open, piece.count < Self.pieceSize else { return continuation.resume() }
            reader = continuation
            onRead()
        }
        guard state != .lost else { throw Lost() }
        defer { piece = [] }
        return piece.isEmpty ? nil : piece
    }

    /// Appends bytes that have arrived.
    func append(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        piece.append(contentsOf: bytes)
        if piece.count >= Self.pieceSize { resume() }
    }

    /// Ends the body: everything has arrived.
    func finish() {
        guard state == .open else { return }
        state = .complete
        resume()
    }

    /// Ends the body before everything has arrived.
    func lose() {
        guard state == .open else { return }
        state = .lost
        piece = []
        resume()
    }

    private func resume() {
        reader?.resume()
        reader = nil
    }
}
