import WebSockets

extension AutobahnCase {
    /// Section 6 up to 6.6: empty messages, fragments that cut a scalar, and failing at the first wrong byte.
    static var texts: [AutobahnCase] {
        let text = Array("Hello-µ@ßöäüàá-UTF-8!!".utf8)
        let greek = Array("κόσμε".utf8)
        let broken = greek + [0xED, 0xA0, 0x80] + Array("edited".utf8)
        let empty = client(.continuation, isFinal: false)
        return [
            good("6.1.1", client(.text), .text("")),
            good("6.1.2", client(.text, isFinal: false) + empty + client(.continuation), .text("")),
            good(
                "6.1.3",
                client(.text, isFinal: false) + client(.continuation, "middle frame payload", isFinal: false)
                    + client(.continuation), .text("middle frame payload")),
            good("6.2.1", client(.text, text), .text(text)),
            good(
                "6.2.2",
                client(.text, Array(text[..<9]), isFinal: false) + client(.continuation, Array(text[9...])),
                .text(text)), good("6.2.3", single(text), .text(text)), good("6.2.4", single(greek), .text(greek)),
            bad("6.3.1", client(.text, broken), code: 1007), bad("6.3.2", single(broken), code: 1007),
        ] + failFast + prefixes
    }

    /// The bytes after the invalid one are never sent: a server that waited for them would not reply.
    private static var failFast: [AutobahnCase] {
        let start = Array("κόσμε".utf8)
        let whole = client(.text, start + [0xF4, 0x90, 0x80, 0x80] + Array("edited".utf8))
        let header = 6 + start.count
        return [
            bad(
                "6.4.1",
                client(.text, start, isFinal: false) + client(.continuation, [0xF4, 0x90, 0x80, 0x80], isFinal: false),
                code: 1007),
            bad(
                "6.4.2",
                client(.text, start + [0xF4], isFinal: false) + client(.continuation, [0x90], isFinal: false),
                code: 1007), bad("6.4.3", Array(whole.prefix(header + 4)), chop: header, code: 1007),
            bad("6.4.4", Array(whole.prefix(header + 2)), chop: header + 1, code: 1007),
        ]
    }

    /// Every prefix of a text. Those that end inside a scalar are not valid text.
    private static var prefixes: [AutobahnCase] {
        let greek = Array("κόσμε".utf8)
        return (1...greek.count).map { count in
            let prefix = Array(greek.prefix(count))
            return judged("6.6.\(count)", prefix, isText: String(validating: prefix, as: UTF8.self) != nil)
        }
    }

    /// Each byte in a fragment of its own.
    private static func single(_ bytes: [UInt8]) -> [UInt8] {
        bytes.enumerated().flatMap { index, byte in
            client(index == 0 ? .text : .continuation, [byte], isFinal: index == bytes.count - 1)
        }
    }

    /// A message of bytes that are text or not.
    static func judged(_ id: String, _ bytes: [UInt8], isText: Bool) -> AutobahnCase {
        isText ? good(id, client(.text, bytes), .text(bytes)) : bad(id, client(.text, bytes), code: 1007)
    }
}
