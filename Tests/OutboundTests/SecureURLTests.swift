import Testing

@testable import Outbound

/// Which addresses secrets are sent to.
@Suite struct SecureURLTests {
    @Test(arguments: [
        ("https://login.example.com", false), ("https://login.example.com:8443/a/b?c=d", false),
        ("https://[2001:db8::1]/", false), ("http://127.0.0.1:5556/dex", true), ("http://localhost", true),
        ("http://LOCALHOST:1", true), ("http://desk.localhost/x", true), ("http://[::1]:80", true),
        ("https://127.0.0.1", true),
    ]) func isTaken(text: String, isLoopback: Bool) {
        let url = SecureURL(text)
        #expect(url?.text == text && url?.isLoopback == isLoopback && url?.isEncrypted == text.hasPrefix("https"))
    }

    @Test(arguments: [
        "http://login.example.com", "http://127.0.0.1.example.com", "http://1270.0.0.1", "http://localhost.example",
        "https://user@login.example.com", "https://user:word@127.0.0.1", "https://login.example.com/#x", "https://",
        "https:///x", "https:/login.example.com", "ftp://localhost", "file:///etc/passwd", "HTTPS://login.example.com",
        "https://login.example.com/a b", "https://login.example.com\\@127.0.0.1", "https://login.example.com/\r\nX: y",
        "https://b\u{fc}ro.example", "https://a..b", "https://.a", "https://a:123456", "https://a:x/",
        "https://a/" + String(repeating: "x", count: 2_000), "",
    ]) func isRefused(text: String) {
        #expect(SecureURL(text) == nil)
    }

    @Test func parametersAreEscaped() {
        let pairs = [("a", "b c"), ("d", "&=\u{e9}/+\n")]
        #expect(SecureURL("https://a/x")?.adding(pairs) == "https://a/x?a=b%20c&d=%26%3D%C3%A9%2F%2B%0A")
        #expect(SecureURL("https://a/x?y=z")?.adding(pairs) == "https://a/x?y=z&a=b%20c&d=%26%3D%C3%A9%2F%2B%0A")
    }

    @Test func anAddressWithoutAServerFails() throws {
        let url = try #require(SecureURL("http://127.0.0.1:1/"))
        #expect(throws: OutboundError.self) { try OutboundRequest(url).send(within: OutboundRequest.Limits()) }
    }
}
