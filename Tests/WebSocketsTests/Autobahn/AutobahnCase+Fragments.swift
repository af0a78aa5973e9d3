import WebSockets

extension AutobahnCase {
    private static let first = client(.text, "fragment1", isFinal: false)
    private static let last = client(.continuation, "fragment2")
    private static let whole = client(.text, "Hello, world!")

    /// Section 5.
    static var fragments: [AutobahnCase] {
        let ping = client(.ping, "ping payload")
        let pong = Seen.pong(Array("ping payload".utf8))
        let joined = Seen.text("fragment1fragment2")
        let good = [(0, nil), (1, first.count), (2, 1)].flatMap { offset, chop in
            [
                Self.good("5.\(3 + offset)", first + last, chop: chop, joined),
                Self.good("5.\(6 + offset)", first + ping + last, chop: chop, pong, joined),
                bad("5.\(9 + offset)", client(.continuation, "non-continuation payload") + whole, chop: chop),
                bad(
                    "5.\(12 + offset)", client(.continuation, "non-continuation payload", isFinal: false) + whole,
                    chop: chop),
            ]
        }
        return good + mixed
    }

    private static var mixed: [AutobahnCase] {
        let stray = client(.continuation, "fragment3", isFinal: false)
        let five = { (pings: Bool) -> [UInt8] in
            (1...5).flatMap { number in
                let opcode: FrameOpcode = number == 1 ? .text : .continuation
                let between = pings && (number == 2 || number == 4) ? client(.ping, "pongme \(number)!") : []
                return client(opcode, "fragment\(number)", isFinal: number == 5) + between
            }
        }
        let pongs = [2, 4].map { Seen.pong(Array("pongme \($0)!".utf8)) }
        let text = Seen.text((1...5).map { "fragment\($0)" }.joined())
        return [
            bad("5.1", client(.ping, "a", isFinal: false) + client(.continuation, "b")),
            bad("5.2", client(.pong, "a", isFinal: false) + client(.continuation, "b")),
            bad("5.15", first + last + stray + whole, .text("fragment1fragment2")), bad("5.16", stray + first + last),
            bad("5.17", last + first + last), bad("5.18", first + client(.text, "fragment2")),
            good("5.19", five(true), pongs[0], pongs[1], text),
            good("5.20", five(true), chop: 1, pongs[0], pongs[1], text),
        ]
    }

    /// Sections 9 and 10: large messages, in one frame, in many, in many pieces, and many messages.
    static var sizes: [AutobahnCase] {
        let text = [UInt8](repeating: UInt8(ascii: "*"), count: 1 << 20)
        let part = Array(text.prefix(128 << 10))
        let whole = [64 << 10, 256 << 10, 1 << 20].enumerated().map { index, size in
            good("9.1.\(index + 1)", client(.text, Array(text.prefix(size))), .text(Array(text.prefix(size))))
        }
        let cut = [64, 1024, 16_384].enumerated().flatMap { index, size in
            [
                good("9.3.\(index + 1)", fragmented(part, .text, by: size), .text(part)),
                good("9.4.\(index + 1)", fragmented(part, .binary, by: size), .binary(part)),
            ]
        }
        let chopped = [64, 256, 1024].enumerated().map { index, size in
            good("9.5.\(index + 1)", client(.text, part), chop: size, .text(part))
        }
        let many = [0, 16, 64, 256, 1024].enumerated().map { index, size in
            let part = Array(text.prefix(size))
            let wire = (0..<200).flatMap { _ in client(.text, part) } + clientClose(1000)
            return AutobahnCase(
                id: "9.7.\(index + 1)", wire: wire, answers: [Seen](repeating: .text(part), count: 200))
        }
        let last = Array(text.prefix(65_536))
        return whole + cut + chopped + many + [good("10.1.1", fragmented(last, .text, by: 1300), .text(last))]
    }

    private static func fragmented(_ payload: [UInt8], _ opcode: FrameOpcode, by size: Int) -> [UInt8] {
        stride(from: 0, to: payload.count, by: size).flatMap { start in
            let end = min(payload.count, start + size)
            return client(
                start == 0 ? opcode : .continuation, Array(payload[start..<end]), isFinal: end == payload.count)
        }
    }
}
