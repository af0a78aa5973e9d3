/// The bytes of a message or a control frame. They are still in the read buffer if they arrived in one piece, and in a
/// separate array otherwise.
///
/// Use a payload before its read buffer is written to again. To keep it longer, take its `array`.
package struct FramePayload {
    /// The assembled bytes, or nil if the payload is in the read buffer.
    private let owned: [UInt8]?
    /// The bytes in the read buffer; empty if they are owned.
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

    /// A copy of the bytes. Complexity: O(n) for a payload in the read buffer.
    package var array: [UInt8] { owned ?? Array(borrowed) }

    /// Passes the unmasked bytes to `body` without a copy. They are valid during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        guard let owned else { return try body(borrowed) }
        return try owned.withUnsafeBytes(body)
    }
}
