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
}
