/// Received bytes that may be changed in place. Used bytes are removed from the front.
typealias ReadBuffer = UnsafeMutableRawBufferPointer

extension ReadBuffer {
    /// Removes `count` bytes from the front and returns them. They must be there.
    @inline(__always)
    mutating func takeFirst(_ count: Int) -> ReadBuffer {
        let head = ReadBuffer(start: baseAddress, count: count)
        self = ReadBuffer(start: baseAddress.map { $0 + count }, count: self.count - count)
        return head
    }
}
