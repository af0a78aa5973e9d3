import WebSockets

/// `count` bytes of text.
private func stars(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "*"), count: count) }

extension AutobahnCase {
    /// Section 1: the sizes at which the form of the header changes.
    static var framing: [AutobahnCase] {
        let sizes = [
            (0, nil), (125, nil), (126, nil), (127, nil), (128, nil), (65_535, nil), (65_536, nil), (65_536, 997),
        ]
        return sizes.enumerated().flatMap { index, size in
            let binary = [UInt8](repeating: 0xFE, count: size.0)
            return [
                good("1.1.\(index + 1)", client(.text, stars(size.0)), chop: size.1, .text(stars(size.0))),
                good("1.2.\(index + 1)", client(.binary, binary), chop: size.1, .binary(binary)),
            ]
        }
    }

    /// Section 2.
    static var pings: [AutobahnCase] {
        let odd: [UInt8] = [0x00, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0x00, 0xFF]
        let full = [UInt8](repeating: 0xFE, count: 125)
        let ten = (0..<10).map { Array("payload-\($0)".utf8) }
        let many = ten.flatMap { client(.ping, $0) }
        let pongs = ten.map { Seen.pong($0) }
        return [
            good("2.1", client(.ping), .pong([])), good("2.2", client(.ping, "Hello"), .pong(Array("Hello".utf8))),
            good("2.3", client(.ping, odd), .pong(odd)), good("2.4", client(.ping, full), .pong(full)),
            bad("2.5", [0x89, 0xFE, 0, 126, 1, 2, 3, 4] + [UInt8](repeating: 0xFE, count: 126)),
            good("2.6", client(.ping, full), chop: 1, .pong(full)), good("2.7", client(.pong)),
            good("2.8", client(.pong, "unsolicited pong payload")),
            good("2.9", client(.pong, "unsolicited") + client(.ping, "ping"), .pong(Array("ping".utf8))),
            AutobahnCase(id: "2.10", wire: many + clientClose(1000), answers: pongs),
            AutobahnCase(id: "2.11", wire: many + clientClose(1000), chop: 1, answers: pongs),
        ]
    }

    /// Sections 3 and 4: bits and opcodes that are reserved without an extension.
    static var reserved: [AutobahnCase] {
        let hello = client(.text, "Hello")
        let rest = client(.ping)
        let bits = [
            bad("3.1", oddFrame(0x91, "Hello")), bad("3.2", hello + oddFrame(0xA1, "Hello") + rest, .text("Hello")),
            bad("3.3", hello + oddFrame(0xB1, "Hello") + rest, chop: hello.count, .text("Hello")),
            bad("3.4", hello + oddFrame(0xC1, "Hello") + rest, chop: 1, .text("Hello")),
            bad("3.5", oddFrame(0xD2, "Hello")), bad("3.6", oddFrame(0xE9, "Hello")), bad("3.7", oddFrame(0xF8)),
        ]
        let codes = [(1, UInt8(3)), (2, 11)].flatMap { section, first in
            [
                bad("4.\(section).1", oddFrame(0x80 | first)),
                bad("4.\(section).2", oddFrame(0x80 | first + 1, "reserved opcode payload")),
                bad("4.\(section).3", hello + oddFrame(0x80 | first + 2) + rest, .text("Hello")),
                bad("4.\(section).4", hello + oddFrame(0x80 | first + 3, "payload") + rest, .text("Hello")),
                bad("4.\(section).5", hello + oddFrame(0x80 | first + 4, "payload") + rest, chop: 1, .text("Hello")),
            ]
        }
        return bits + codes
    }
}
