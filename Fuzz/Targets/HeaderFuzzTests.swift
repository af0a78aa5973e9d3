import Testing
import ViewModels

@testable import HTTPServer
@testable import Serving
@testable import WebSockets

/// Values of headers.
@Suite struct HeaderFuzzTests {
    @Test func headers() async throws {
        try await Fuzzer(name: "header").run { input in
            let text = String(decoding: input, as: UTF8.self)
            _ = Negotiation(accept: text).best(of: MediaType.allCases)
            _ = EntityTags.matches(text, "AAAAAAAAAAA")
            for host in ["127.0.0.1", "0.0.0.0"] {
                let policy = OriginPolicy(origins: [], host: host)
                _ = policy.allows(host: text)
                try Finding.unless(
                    !policy.allows(origin: text, host: "evil.example"), "a page of \(text) may access evil.example")
            }
            _ = RequestCheck.length(text.utf8)
            try Finding.unless(
                VisitorAddress(VisitorAddress(text).text).text == VisitorAddress(text).text, "an address")
            _ = text.isHost
            let fields = ["Connection": text, "Upgrade": text, "Sec-WebSocket-Version": "13"]
            for key in [text, "dGhlIHNhbXBsZSBub25jZQ=="] {
                _ = try? Handshake(method: "GET", version: "HTTP/1.1", subprotocols: ["oriel.v1"]) { name in
                    name == "Sec-WebSocket-Key" ? key : fields[name] ?? text
                }
            }
        }
    }

    /// A `Content-Type` and a body, in two lines. A form is the same however its bytes arrive.
    @Test func forms() async throws {
        try await Fuzzer(name: "form").run { input in
            guard let end = input.firstIndex(of: 0x0A) else { return }
            let type = String(decoding: input[..<end], as: UTF8.self)
            let body = Array(input[(end + 1)...])
            guard let parser = MultipartParser(type: type) else { return }
            let whole = Self.parts(of: [body], parser)
            try Finding.unless(whole == Self.parts(of: body.map { [$0] }, parser), "another form byte by byte")
            let count = whole?.reduce(0) { $0 + $1.bytes.count } ?? 0
            try Finding.unless(count <= body.count, "the parts are longer than the whole")
        }
    }

    private struct Part: Equatable {
        let head: UploadPart
        var bytes: [UInt8] = []
    }

    /// Returns the parts of a complete form; `nil` for any other body.
    private static func parts(of pieces: [[UInt8]], _ parser: MultipartParser) -> [Part]? {
        var (parser, parts) = (parser, [Part]())
        for piece in pieces {
            guard let events = parser.read(piece) else { return nil }
            for event in events {
                switch event {
                case .part(let head): parts.append(Part(head: head))
                case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
                }
            }
        }
        return parser.isComplete ? parts : nil
    }
}
