/// Which end of the connection we are: it decides who masks (RFC 6455, section 5.1).
package enum EndpointRole: UInt8, Sendable {
    /// Receives masked frames and sends unmasked ones.
    case server
    /// Receives unmasked frames and sends masked ones.
    case client
}
