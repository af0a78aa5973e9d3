import Testing

@testable import WebSockets

/// The examples of RFC 6455, section 5.7.
@Suite(.timeLimit(.minutes(5))) struct FrameExampleTests {
    @Test func parsesASingleUnmaskedTextFrame() {
        #expect(parse([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], role: .client) == [.text("Hello")])
    }

    @Test func parsesASingleMaskedTextFrame() {
        let wire: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(parse(wire) == [.text("Hello")])
        #expect(client(.text, "Hello") == wire)
    }

    @Test func parsesAFragmentedUnmaskedTextMessage() {
        let wire: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]
        #expect(parse(wire, role: .client) == [.text("Hello")])
    }

    @Test func parsesAnUnmaskedPingAndAMaskedPong() {
        #expect(
            parse([0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], role: .client) == [.ping(Array("Hello".utf8))])
        let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(parse(pong) == [.pong(Array("Hello".utf8))])
    }

    @Test func parsesABinaryMessageOf256Bytes() {
        let payload = (0..<256).map { UInt8($0) }
        #expect(parse([0x82, 0x7E, 0x01, 0x00] + payload, role: .client) == [.binary(payload)])
        #expect(FrameWriter.frame(.binary, payload) == [0x82, 0x7E, 0x01, 0x00] + payload)
    }

    @Test func parsesABinaryMessageOf64KiB() {
        let payload = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
        let header: [UInt8] = [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0]
        #expect(parse(header + payload, role: .client) == [.binary(payload)])
        #expect(FrameWriter.frame(.binary, payload) == header + payload)
    }
}
