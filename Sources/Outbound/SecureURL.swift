/// An address of another server to which secrets may be sent: `https`, or `http` on this machine, as in tests.
package struct SecureURL: Sendable, Equatable {
    /// The address.
    package let text: String
    /// Whether the address is on this machine.
    package let isLoopback: Bool
    /// Whether the connection is encrypted.
    package let isEncrypted: Bool

    /// The longest address, in bytes.
    private static let longest = 2_000

    /// Reads an address without user, fragment and characters that are not permitted in it; `nil` for any other text.
    package init?(_ text: String) {
        let pattern =
            #/(https?):\/\/(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9\-]+(?:\.[a-zA-Z0-9\-]+)*)(?::[0-9]{1,5})?(?:[\/?].*)?/#
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !#"#<>"\^`{|}"#.utf8.contains($0) }),
            let (_, scheme, host) = text.wholeMatch(of: pattern)?.output
        else { return nil }
        let name = host.lowercased()
        self.text = text
        isLoopback =
            name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
            || name.wholeMatch(of: #/127(?:\.[0-9]{1,3}){3}/#) != nil
        isEncrypted = scheme == "https"
        guard isEncrypted || isLoopback else { return nil }
    }

    /// Whether the address has a query.
    package var hasQuery: Bool { text.contains("?") }

    /// Returns the address with more parameters.
    package func adding(_ parameters: [(String, String)]) -> String {
        text + (hasQuery ? "&" : "?") + FormText.encode(parameters)
    }
}
