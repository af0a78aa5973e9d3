/// The bytes of a message or a control frame: still in the read buffer when they came in one piece, in a block of
/// their own otherwise.
///
/// A payload is to be used before its read buffer is written to again; whoever needs it longer takes `array`.
package struct FramePayload {
    /// The assembled bytes, or nil when the payload lies in the read buffer.
    private let owned: [UInt8]?
    /// The bytes in the read buffer; empty when they are owned.
    private let borrowed: UnsafeRawBufferPointer

    init(owned: [UInt8]) {
        self.owned = owned
        borrowed = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    init(borrowed: UnsafeRawBufferPointer) {
        owned = nil
        self.borrowed = borrowed
    }

    /// The number of bytes.
    package var count: Int { owned?.count ?? borrowed.count }

    /// A copy that lives as long as it is needed. Complexity: O(n) for a payload in the read buffer.
    package var array: [UInt8] { owned ?? Array(borrowed) }

    /// Lends the bytes, unmasked, without a copy, for the time of the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard let owned else { return try body(borrowed) }
        return try owned.withUnsafeBytes(body)
    }
}
