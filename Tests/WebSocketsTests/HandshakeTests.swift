import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(5))) struct HandshakeTests {
    /// The client's request of RFC 6455, section 1.3, with some fields changed; nil leaves a field out.
    private func judge(
        _ changes: [String: String?] = [:], method: String = "GET", version: String = "HTTP/1.1", spoken: [String] = []
    ) -> Result<Handshake, HandshakeRefusal> {
        let request: [String: String?] = [
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let fields = request.merging(changes) { $1 }
        return Result { () throws(HandshakeRefusal) in
            try Handshake(method: method, version: version, subprotocols: spoken) { fields[$0] ?? nil }
        }
    }

    @Test func acceptsTheExampleOfRFC6455() throws {
        let handshake = try judge().get()
        #expect(handshake.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(handshake.subprotocol == nil)
        #expect(handshake.fields.map(\.name) == ["Upgrade", "Sec-WebSocket-Accept"])
        #expect(handshake.fields.map(\.value) == ["websocket", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="])
    }

    @Test(arguments: ["upgrade", "UPGRADE", "keep-alive, Upgrade", "keep-alive ,\tuPgRaDe ,", ",,Upgrade"])
    func findsUpgradeInAnyListAndCase(connection: String) {
        #expect(throws: Never.self) { try judge(["Connection": connection]).get() }
    }

    @Test(arguments: ["WebSocket", "h2c, websocket"])
    func findsWebsocketInAnyListAndCase(upgrade: String) {
        #expect(throws: Never.self) { try judge(["Upgrade": upgrade]).get() }
    }

    @Test(arguments: ["POST", "get", "HEAD", ""])
    func refusesMethodsOtherThanGet(method: String) {
        #expect(judge(method: method) == .failure(.notGet))
    }

    @Test(arguments: ["HTTP/1.0", "HTTP/0.9", "HTTP/2", ""])
    func refusesOtherHTTPVersions(version: String) {
        #expect(judge(version: version) == .failure(.unsupportedHTTPVersion))
    }

    @Test(arguments: [nil, "", "keep-alive", "upgrades", "Upgrade;q=1", "\u{212A}eep, close"])
    func refusesAConnectionThatDoesNotUpgrade(connection: String?) {
        #expect(judge(["Connection": connection]) == .failure(.notAnUpgrade))
    }

    @Test(arguments: [nil, "", "h2c", "websocket/13", "web socket"])
    func refusesAnUpgradeToSomethingElse(upgrade: String?) {
        #expect(judge(["Upgrade": upgrade]) == .failure(.notAnUpgrade))
    }

    @Test(arguments: [nil, "", "8", "12", "14", "013", "13, 8", "x"])
    func refusesOtherVersions(version: String?) {
        #expect(judge(["Sec-WebSocket-Version": version]) == .failure(.unsupportedVersion))
    }

    @Test(arguments: [
        nil, "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25j", "c2hvcnQ=",
        "dGhlIHNhbXBsZSBub25jZWQ=", "dGhlIHNhbXBsZSBub25jZWRk", "dGhlIHNhbXBsZ!Bub25jZQ==",
        "dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==",
    ])
    func refusesAKeyThatIsNotSixteenBytes(key: String?) {
        #expect(judge(["Sec-WebSocket-Key": key]) == .failure(.invalidKey))
    }

    @Test func ignoresWhiteSpaceAroundVersionAndKey() throws {
        let changes = ["Sec-WebSocket-Version": " 13\t", "Sec-WebSocket-Key": " dGhlIHNhbXBsZSBub25jZQ== "]
        #expect(try judge(changes).get().accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test func choosesTheFirstOfferedSubprotocolThatIsSpoken() throws {
        let changes = ["Sec-WebSocket-Protocol": "chat, oriel.v2 ,oriel.v1"]
        let handshake = try judge(changes, spoken: ["oriel.v1", "oriel.v2"]).get()
        #expect(handshake.subprotocol == "oriel.v2")
        #expect(handshake.fields.last?.name == "Sec-WebSocket-Protocol")
        #expect(handshake.fields.last?.value == "oriel.v2")
    }

    @Test func choosesNoSubprotocolThatWasNotOffered() throws {
        #expect(try judge(["Sec-WebSocket-Protocol": "Oriel.v1, x"], spoken: ["oriel.v1"]).get().subprotocol == nil)
        #expect(try judge(spoken: ["oriel.v1"]).get().subprotocol == nil)
    }

    @Test func answersARequestWithoutUpgradeWith426AndTheVersion() {
        for refusal in [HandshakeRefusal.notAnUpgrade, .unsupportedVersion] {
            #expect(refusal.status == 426)
            #expect(refusal.fields.contains { $0 == ("Sec-WebSocket-Version", "13") })
            #expect(refusal.fields.contains { $0 == ("Upgrade", "websocket") })
            #expect(refusal.fields.contains { $0 == ("Connection", "Upgrade") })
        }
    }

    @Test func answersTheOtherRefusalsWithTheirStatus() {
        #expect(HandshakeRefusal.notGet.status == 405)
        #expect(HandshakeRefusal.notGet.fields.contains { $0 == ("Allow", "GET") })
        #expect(HandshakeRefusal.unsupportedHTTPVersion.status == 400)
        #expect(HandshakeRefusal.invalidKey.status == 400)
        #expect(Set(HandshakeRefusal.allCases.map(\.message)).count == HandshakeRefusal.allCases.count)
    }
}
