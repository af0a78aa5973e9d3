/// Our end of the connection. It determines who masks frames (RFC 6455, section 5.1).
package enum EndpointRole: UInt8, Sendable {
    /// Receives masked frames and sends unmasked ones.
    case server
    /// Receives unmasked frames and sends masked ones.
    case client
}
