/// Names one taken-over socket: the slot may be used again, the name is not.
package struct SocketID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    init(slot: UInt32, generation: UInt32) {
        (self.slot, self.generation) = (slot, generation)
    }

    /// The socket with this ``tag``.
    init(tag: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: tag), generation: UInt32(tag >> 32))
    }

    /// The name as a number.
    var tag: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

    /// No socket.
    package static let none = SocketID(slot: .max, generation: 0)
}
