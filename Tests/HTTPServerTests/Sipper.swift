import HTTPServer
import Loop

/// Reads a byte at a time and echoes it. After a full stop, it leaves the rest until told to continue.
@SceneActor final class Sipper: SocketHandler {
    var id = SocketID.none
    private let sockets: Sockets
    private let record: (String) -> Void
    private var isStopped = false

    init(_ sockets: Sockets, record: @escaping (String) -> Void) {
        self.sockets = sockets
        self.record = record
    }

    func goOn() {
        isStopped = false
        sockets.resume(id)
    }

    func socket(_ id: SocketID, received bytes: inout UnsafeMutableRawBufferPointer) {
        guard !isStopped, let byte = bytes.first else { return }
        bytes = UnsafeMutableRawBufferPointer(rebasing: bytes.dropFirst())
        sockets.send(id, SharedBytes([byte]))
        isStopped = byte == UInt8(ascii: ".")
        if isStopped { record("stopped") } else { sockets.resume(id) }
    }

    func socketDrained(_ id: SocketID) {}

    func socketClosed(_ id: SocketID) { record("ended") }
}
