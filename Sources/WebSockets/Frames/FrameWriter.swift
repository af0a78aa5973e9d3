import Compression

/// Makes frames: the header and the payload in one array, ready to be sent (RFC 6455, section 5.2).
package enum FrameWriter {
    /// Returns a frame with a copy of `payload`. A client passes a `mask`, a server none.
    ///
    /// - Precondition: The payload of a control frame has at most 125 bytes.
    /// - Complexity: O(n), one allocation.
    package static func frame(
        _ opcode: FrameOpcode, _ payload: UnsafeRawBufferPointer, isFinal: Bool = true, mask: MaskKey? = nil
    ) -> [UInt8] {
        precondition(!opcode.isControl || payload.count <= 125)
        return write(
            FrameHeader(opcode: opcode, isFinal: isFinal, payloadCount: payload.count, mask: mask), payload)
    }

    /// Returns a compressed text or binary message in one frame (RFC 7692, section 7.2.1). The receiver must have
    /// agreed to compression.
    package static func frame(_ opcode: FrameOpcode, compressed message: Fragment, mask: MaskKey? = nil) -> [UInt8] {
        message.payload.withUnsafeBytes { payload in
            write(FrameHeader(opcode: opcode, isCompressed: true, payloadCount: payload.count, mask: mask), payload)
        }
    }

    /// Returns the header of an unmasked frame whose payload follows in pieces.
    package static func header(_ opcode: FrameOpcode, isCompressed: Bool, payloadCount: Int) -> [UInt8] {
        let header = FrameHeader(opcode: opcode, isCompressed: isCompressed, payloadCount: payloadCount, mask: nil)
        return [UInt8](unsafeUninitializedCapacity: header.encodedCount) { buffer, count in
            header.write(to: UnsafeMutableRawBufferPointer(buffer))
            count = header.encodedCount
        }
    }

    private static func write(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer) -> [UInt8] {
        let start = header.encodedCount
        return [UInt8](unsafeUninitializedCapacity: start + payload.count) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            header.write(to: target)
            let body = UnsafeMutableRawBufferPointer(rebasing: target[start..<start + payload.count])
            body.copyMemory(from: payload)
            if var mask = header.mask { mask.apply(to: body) }
            count = start + payload.count
        }
    }

    /// Returns a frame with a copy of `payload`; see `frame(_:_:isFinal:mask:)`.
    package static func frame(
        _ opcode: FrameOpcode, _ payload: [UInt8], isFinal: Bool = true, mask: MaskKey? = nil
    ) -> [UInt8] {
        payload.withUnsafeBytes { frame(opcode, $0, isFinal: isFinal, mask: mask) }
    }

    /// Returns a close frame (section 5.5.1). A reason over 123 bytes, the maximum, is cut between two characters. The
    /// frame is empty without a code, or with a code that is not allowed: a reason needs a code.
    package static func close(_ code: CloseCode?, reason: String = "", mask: MaskKey? = nil) -> [UInt8] {
        guard let code, code.mayTravel else { return frame(.close, [], mask: mask) }
        let number = [UInt8(truncatingIfNeeded: code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
        return frame(.close, number + truncate(Array(reason.utf8), to: 123), mask: mask)
    }

    /// Returns at most `limit` bytes of `text`, without cutting a scalar.
    private static func truncate(_ text: [UInt8], to limit: Int) -> ArraySlice<UInt8> {
        guard text.count > limit else { return text[...] }
        var end = limit
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return text[..<end]
    }
}
