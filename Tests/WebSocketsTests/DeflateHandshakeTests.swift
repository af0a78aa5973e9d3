import Testing

@testable import WebSockets

/// The offers and answers of RFC 7692, section 7.1, and the grammar of RFC 6455, section 9.1.
@Suite(.timeLimit(.minutes(5))) struct DeflateHandshakeTests {
    private static let plain = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

    private func answer(_ offer: String?, compresses: Bool = true) throws -> String? {
        let request = [
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let handshake = try Handshake(method: "GET", version: "HTTP/1.1", compresses: compresses) { name in
            name == "Sec-WebSocket-Extensions" ? offer : request[name]
        }
        #expect((handshake.deflate == nil) == !handshake.fields.contains { $0.name == "Sec-WebSocket-Extensions" })
        return handshake.fields.first { $0.name == "Sec-WebSocket-Extensions" }?.value
    }

    @Test(arguments: [
        "permessage-deflate", "permessage-deflate; client_max_window_bits",
        "permessage-deflate;client_max_window_bits=8",
        "permessage-deflate; server_no_context_takeover", "permessage-deflate; client_no_context_takeover",
        #"permessage-deflate; client_max_window_bits="15""#,
        "  ,\t, permessage-deflate\t;  client_max_window_bits = 10 ,",
        "x-webkit-deflate-frame, permessage-deflate", "other; a=1; b; c=\"d\\e\", permessage-deflate",
    ])
    func anOfferIsAcceptedWithoutContexts(offer: String) throws {
        #expect(try answer(offer) == Self.plain)
    }

    @Test(arguments: 9...15)
    func keepsToTheWindowOfTheClient(bits: Int) throws {
        let offer = "permessage-deflate; server_max_window_bits=\(bits)"
        #expect(try answer(offer) == "\(Self.plain); server_max_window_bits=\(bits)")
        let offers = try ExtensionOffer.list(offer)
        #expect(DeflateAgreement(offers[0])?.windowBits == min(bits, 12))
    }

    @Test(arguments: [
        "permessage-deflate; unknown", "permessage-deflate; unknown=1",
        "permessage-deflate; server_no_context_takeover=1",
        "permessage-deflate; client_no_context_takeover=true", "permessage-deflate; server_max_window_bits",
        "permessage-deflate; server_max_window_bits=8", "permessage-deflate; server_max_window_bits=7",
        "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=012",
        "permessage-deflate; server_max_window_bits=+9", "permessage-deflate; client_max_window_bits=7",
        "permessage-deflate; client_max_window_bits=16", "permessage-deflate; client_max_window_bits=08",
        "permessage-deflate; client_max_window_bits=x",
        "permessage-deflate; client_max_window_bits; client_max_window_bits",
        "permessage-deflate; client_max_window_bits=9; client_max_window_bits=10",
        "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
        "permessage-deflate; server_max_window_bits=10; server_max_window_bits=10", "permessage-bzip2", "deflate",
        "Permessage-Deflate; Client_Max_Window_Bits",
    ])
    func declinesAnUnknownOffer(offer: String) throws {
        #expect(try answer(offer) == nil)
        #expect(try answer("\(offer), permessage-deflate; client_max_window_bits") == Self.plain)
    }

    @Test func acceptsTheFirstSupportedOffer() throws {
        let offers = ["server_max_window_bits=8", "server_max_window_bits=10", "server_max_window_bits=12"]
        let field = offers.map { "permessage-deflate; \($0)" }.joined(separator: ", ") + ", permessage-deflate"
        #expect(try answer(field) == "\(Self.plain); server_max_window_bits=10")
    }

    @Test func withoutAnOfferThereIsNoCompression() throws {
        #expect(try answer(nil) == nil)
        #expect(try answer("") == nil)
        #expect(try answer("permessage-deflate", compresses: false) == nil)
    }

    @Test(arguments: [
        "permessage-deflate;", "permessage-deflate; =1", "permessage-deflate; a=", "permessage-deflate a", ";", "a b",
        "permessage-deflate; a=\"", "permessage-deflate; a=\"b", "permessage-deflate; a=\"\"", "a; b=\"c d\"", "a/b",
        "permessage-deflate; a=\"b\\", "permessage-deflate, é", "a; b=\"\\\"\"", "a; b=c; ;d",
    ])
    func anInvalidHeaderFailsTheHandshake(field: String) {
        for compresses in [true, false] {
            #expect(throws: HandshakeRefusal.invalidExtensions) { try answer(field, compresses: compresses) }
        }
        #expect(HandshakeRefusal.invalidExtensions.status == 400)
    }
}
