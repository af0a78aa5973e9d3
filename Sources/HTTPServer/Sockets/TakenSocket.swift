import Glibc
import Loop

/// A socket that is no longer HTTP's, and the bytes that came with the request. It is closed when nobody takes it.
@SceneActor package final class TakenSocket {
    let leftover: [UInt8]
    private var descriptor: Int32

    init(descriptor: Int32, leftover: [UInt8]) {
        self.descriptor = descriptor
        self.leftover = leftover
    }

    isolated deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Hands over the descriptor, which the caller closes.
    func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
