import Cryptography

/// An accepted opening handshake (RFC 6455, section 4.2.2), for the `101` response.
///
///     let handshake = try Handshake(method: "GET", version: "HTTP/1.1", subprotocols: ["oriel.v1"]) { fields[$0] }
///     answer(101, handshake.fields)
package struct Handshake: Equatable, Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    package let accept: String
    /// The agreed subprotocol: the first of the client's list that the server supports, or nil if there is none.
    package let subprotocol: String?
    /// The agreed compression; nil without compression.
    package let deflate: DeflateAgreement?

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - method: The request's method, as sent.
    ///   - version: The request's HTTP version, such as `HTTP/1.1`.
    ///   - subprotocols: The subprotocols that the server supports. Names are compared byte by byte.
    ///   - compresses: Whether the server supports permessage-deflate.
    ///   - header: Returns the value of a header. Names are case-insensitive, and repeated headers are joined by
    ///     commas.
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
        guard Self.isKey(key) else { throw .invalidKey }
        accept = Self.accept(for: String(key))
        subprotocol = Self.choose(from: HeaderTokens(header("Sec-WebSocket-Protocol")).tokens, of: subprotocols)
        let offers = try ExtensionOffer.list(header("Sec-WebSocket-Extensions"))
        deflate = compresses ? offers.lazy.compactMap { DeflateAgreement($0) }.first : nil
    }

    /// The headers of the `101` response, without `Connection: Upgrade`, which the transport adds.
    package var fields: [(name: String, value: String)] {
        let always = [(name: "Upgrade", value: "websocket"), (name: "Sec-WebSocket-Accept", value: accept)]
        return always + (subprotocol.map { [(name: "Sec-WebSocket-Protocol", value: $0)] } ?? [])
            + (deflate.map { [(name: "Sec-WebSocket-Extensions", value: $0.answer)] } ?? [])
    }

    /// Returns the answer to `key`, which shows a client that the server understands WebSocket (section 1.3).
    package static func accept(for key: String) -> String {
        Base64.encode(Hash.sha1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// Whether `key` is Base64 of 16 bytes: 22 characters and padding.
    private static func isKey(_ key: Substring) -> Bool {
        key.utf8.count == 24 && key.hasSuffix("==") && key.utf8.dropLast(2).allSatisfy(\.isBase64Byte)
    }

    /// Returns the first offered subprotocol that the server supports, because clients list their preferred one first
    /// (section 4.1).
    private static func choose(from offered: [Substring], of spoken: [String]) -> String? {
        for offer in offered {
            if let match = spoken.first(where: { $0.utf8.elementsEqual(offer.utf8) }) { return match }
        }
        return nil
    }
}
