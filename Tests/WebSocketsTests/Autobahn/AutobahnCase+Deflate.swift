import Compression
import TestSupport
import WebSockets

// Sections 12 and 13: compressed messages of many sizes, whole and in frames; 12 with five kinds of content, 13 with
// all offers.

extension AutobahnCase {
    /// The size of a message and its frames; 0 means one frame.
    private static let sizes: [(message: Int, frame: Int)] =
        [16, 64, 256, 1024, 4096, 8192, 16_384, 32_768, 65_536, 131_072].map { ($0, 0) }
        + [8192, 16_384, 32_768, 65_536, 131_072].map { ($0, 256) } + [1024, 4096, 32_768].map { (131_072, $0) }
    /// The number of messages of a size.
    private static let count = 5

    private static let usualOffer = "permessage-deflate; client_no_context_takeover; client_max_window_bits"
    private static let usualAnswer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

    /// Section 12: JSON, an image, prose, HTML, and incompressible data.
    static var contents: [AutobahnCase] {
        let (json, html) = (
            #"{"id":1,"name":"Zoë","tags":["a","b"]},"#, "<li class=\"entry\"><a href=\"/x\">ü</a></li>\n"
        )
        let prose = "Habe nun, ach! Philosophie, Juristerei und Medizin durchaus studiert, mit heißem Bemühn. "
        var generator = SeededGenerator(seed: 12)
        let noise = (0..<131_072).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let image = (0..<131_072).map { UInt8(truncatingIfNeeded: $0 / 512 + $0 % 7) }
        let kinds: [(FrameOpcode, [UInt8])] = [
            (.text, repeated(json)), (.binary, image), (.binary, repeated(prose)), (.text, repeated(html)),
            (.binary, noise),
        ]
        return kinds.enumerated().flatMap { number, content in
            compressed("12.\(number + 1)", content.0, content.1, offer: usualOffer, answer: usualAnswer)
        }
    }

    /// Section 13: the parameters that a client may offer, and several offers at once.
    static var offers: [AutobahnCase] {
        let (alone, nine, fifteen) = (
            "; server_no_context_takeover", "; server_max_window_bits=9", "; server_max_window_bits=15"
        )
        let table = [
            ([""], ""), ([alone], ""), ([nine], nine), ([fifteen], fifteen), ([alone + nine], nine),
            ([alone + fifteen], fifteen), ([alone + nine, alone, ""], nine),
        ]
        let content = repeated(#"{"id":1,"name":"Zoë","tags":["a","b"]},"#)
        return table.enumerated().flatMap { number, row in
            compressed(
                "13.\(number + 1)", .text, content, offer: row.0.map { usualOffer + $0 }.joined(separator: ", "),
                answer: usualAnswer + row.1)
        }
    }

    private static func compressed(
        _ section: String, _ kind: FrameOpcode, _ content: [UInt8], offer: String, answer: String
    ) -> [AutobahnCase] {
        let deflater = Deflater()
        return sizes.enumerated().map { number, size in
            let message = kind == .text ? whole(content, size.message) : Array(content.prefix(size.message))
            var frames = fragmented(
                Array(deflater.fragment(of: message).payload), kind, by: size.frame > 0 ? size.frame : size.message * 2)
            frames[0] |= 0x40
            return AutobahnCase(
                id: "\(section).\(number + 1)", wire: (0..<count).flatMap { _ in frames } + clientClose(1000),
                answers: [Seen](repeating: Seen(kind, message), count: count), offer: offer, agreement: answer)
        }
    }

    private static func repeated(_ text: String) -> [UInt8] {
        Array(String(repeating: text, count: 131_072 / text.utf8.count + 1).utf8.prefix(131_072))
    }

    /// A number of bytes of a text, or a few less to avoid cutting a character.
    private static func whole(_ text: [UInt8], _ count: Int) -> [UInt8] {
        var end = min(count, text.count)
        while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(text.prefix(end))
    }
}
