/// Names one taken-over socket: the slot may be used again, the name is not.
package struct SocketID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    /// No socket.
    package static let none = SocketID(slot: .max, generation: 0)
}
