/// Bytes that are made once and sent to many.
package final class SharedBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    package var count: Int { bytes.count }
}
