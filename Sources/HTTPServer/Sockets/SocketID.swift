/// The id of one taken-over socket. A slot may be reused; an id never is.
package struct SocketID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    /// No socket.
    package static let none = SocketID(slot: .max, generation: 0)
}
