import Glibc
import Loop

/// A socket taken over from HTTP, and the bytes that came with the request. It is closed if no handler takes it.
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

    /// Returns the descriptor, which the caller must close.
    func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
