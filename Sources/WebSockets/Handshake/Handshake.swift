/// An accepted opening handshake (RFC 6455, section 4.2.2): what the `101` answer says.
///
///     let handshake = try Handshake(method: "GET", version: "HTTP/1.1", subprotocols: ["oriel.v1"]) { fields[$0] }
///     answer(101, handshake.fields)
package struct Handshake: Equatable, Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    package let accept: String
    /// The subprotocol to speak: the first of the client's list that the server has, or nil when there is none.
    package let subprotocol: String?
    /// How messages are compressed; nil when they are not.
    package let deflate: DeflateAgreement?

    /// Judges a request.
    ///
    /// - Parameters:
    ///   - method: The request's method, as sent.
    ///   - version: The request's HTTP version, such as `HTTP/1.1`.
    ///   - subprotocols: The subprotocols that the server speaks; names are compared byte by byte.
    ///   - compresses: Whether the server speaks permessage-deflate.
    ///   - header: The value of a header field, whatever the case of its name; several lines of one name are joined
    ///     by commas.
    /// - Throws: The first reason why the request cannot be accepted.
    package init(
        method: String, version: String, subprotocols: [String] = [], compresses: Bool = false,
        header: (String) -> String?
    ) throws(HandshakeRefusal) {
        guard method.utf8.elementsEqual("GET".utf8) else { throw .notGet }
        guard version.hasPrefix("HTTP/1."), version != "HTTP/1.0" else { throw .unsupportedHTTPVersion }
        guard HeaderTokens(header("Connection")).contains(lowercase: "upgrade"),
            HeaderTokens(header("Upgrade")).contains(lowercase: "websocket")
        else { throw .notAnUpgrade }
        guard let dialect = header("Sec-WebSocket-Version"), HeaderTokens.trim(dialect[...]) == "13" else {
            throw .unsupportedVersion
        }
        let key = HeaderTokens.trim((header("Sec-WebSocket-Key") ?? "")[...])
        guard Base64.decodedCount(String(key).utf8) == 16 else { throw .invalidKey }
        accept = Self.accept(for: String(key))
        subprotocol = Self.choose(from: HeaderTokens(header("Sec-WebSocket-Protocol")).tokens, of: subprotocols)
        let offers = try ExtensionOffer.list(header("Sec-WebSocket-Extensions"))
        deflate = compresses ? offers.lazy.compactMap { DeflateAgreement($0) }.first : nil
    }

    /// The header fields of the `101` answer; `Connection: Upgrade` belongs to the transport and is not among them.
    package var fields: [(name: String, value: String)] {
        let always = [(name: "Upgrade", value: "websocket"), (name: "Sec-WebSocket-Accept", value: accept)]
        return always + (subprotocol.map { [(name: "Sec-WebSocket-Protocol", value: $0)] } ?? [])
            + (deflate.map { [(name: "Sec-WebSocket-Extensions", value: $0.answer)] } ?? [])
    }

    /// What a server answers to `key`, so that a client can check that it met a WebSocket server (section 1.3).
    package static func accept(for key: String) -> String {
        Base64.encode(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// The client lists what it prefers first (section 4.1), so its order decides.
    private static func choose(from offered: [Substring], of spoken: [String]) -> String? {
        for offer in offered {
            if let match = spoken.first(where: { $0.utf8.elementsEqual(offer.utf8) }) { return match }
        }
        return nil
    }
}
