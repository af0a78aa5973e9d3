/// Received bytes that may be changed in place; what is used is taken off the front.
typealias ReadBuffer = UnsafeMutableRawBufferPointer

extension ReadBuffer {
    /// Takes `count` bytes off the front, which must be there, and returns them.
    @inline(__always)
    mutating func takeFirst(_ count: Int) -> ReadBuffer {
        let head = ReadBuffer(start: baseAddress, count: count)
        self = ReadBuffer(start: baseAddress.map { $0 + count }, count: self.count - count)
        return head
    }
}
