import WebSockets

extension AutobahnCase {
    /// Section 7.
    static var closing: [AutobahnCase] { afterwards + payloads + codes }

    /// Bytes after a close frame are ignored.
    private static var afterwards: [AutobahnCase] {
        let big = [UInt8](repeating: UInt8(ascii: "B"), count: 256 << 10)
        return [
            good("7.1.1", client(.text, "Hello World!"), .text("Hello World!")),
            AutobahnCase(id: "7.1.2", wire: clientClose(1000) + clientClose(1000)),
            AutobahnCase(id: "7.1.3", wire: clientClose(1000) + client(.ping)),
            AutobahnCase(id: "7.1.4", wire: clientClose(1000) + client(.text, "Hello World!")),
            AutobahnCase(
                id: "7.1.5",
                wire: client(.text, "fragment1", isFinal: false) + clientClose(1000) + client(.continuation, "2")),
            AutobahnCase(
                id: "7.1.6", wire: client(.text, big) + client(.text, "Hello") + clientClose(1000) + client(.ping),
                answers: [.text(big), .text("Hello")]),
        ]
    }

    private static var payloads: [AutobahnCase] {
        let reason = [UInt8](repeating: UInt8(ascii: "*"), count: 123)
        let broken: [UInt8] = [0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xCF, 0x83, 0xCE, 0xBC, 0xCE, 0xB5, 0xED, 0xA0, 0x80]
        return [
            AutobahnCase(id: "7.3.1", wire: client(.close), code: nil), bad("7.3.2", client(.close, "a")),
            AutobahnCase(id: "7.3.3", wire: clientClose(1000)),
            AutobahnCase(id: "7.3.4", wire: clientClose(1000, reason: Array("Hello World!".utf8))),
            AutobahnCase(id: "7.3.5", wire: clientClose(1000, reason: reason)),
            bad("7.3.6", [0x88, 0xFE, 0, 126, 0, 0, 0, 0, 3, 232] + reason + [0x2A]),
            bad("7.5.1", clientClose(1000, reason: broken + Array("edited".utf8)), code: 1007),
        ]
    }

    private static var codes: [AutobahnCase] {
        let good: [UInt16] = [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
        ]
        let bad: [UInt16] = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999]
        let far: [UInt16] = [5000, 65_535]
        return good.enumerated().map { AutobahnCase(id: "7.7.\($0 + 1)", wire: clientClose($1), code: $1) }
            + bad.enumerated().map { Self.bad("7.9.\($0 + 1)", clientClose($1)) }
            + far.enumerated().map { Self.bad("7.13.\($0 + 1)", clientClose($1)) }
    }
}
