import Testing

/// The requests that RFC 9112 requires a server to refuse, and those to answer.
@Suite(.timeLimit(.minutes(5))) struct RequestRuleTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let request: String
        let status: String

        init(_ name: String, _ status: String, _ request: String) {
            testDescription = name
            self.status = status
            self.request = request
        }
    }

    private static func get(_ target: String, _ fields: String = "", host: String = "Host: a\r\n") -> String {
        "GET \(target) HTTP/1.1\r\n\(host)\(fields)Connection: close\r\n\r\n"
    }

    private static func post(_ fields: String, _ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
    }

    private static func query(_ count: Int) -> String {
        "/q?" + (0..<count).map { "a\($0)=1" }.joined(separator: "&")
    }

    private static func pairs(_ count: Int) -> String { (0..<count).map { "a\($0)=b" }.joined(separator: "; ") }

    static let refused = [
        Case("no Host", "400", get("/", host: "")),
        Case("two Hosts", "400", get("/", "Host: b\r\n")),
        Case("an invalid Host", "400", get("/", host: "Host: a/b\r\n")),
        Case("a Host with two ports", "400", get("/", host: "Host: a:1:2\r\n")),
        Case("a Host with half an address", "400", get("/", host: "Host: [::1\r\n")),
        Case("an absolute form of no host", "400", get("http://a@b/")),
        Case("chunks in HTTP/1.0", "400", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case("a NUL in a header's value", "400", get("/", "X-A: a\0b\r\n")),
        Case("a NUL in the last header's value", "400", "GET / HTTP/1.1\r\nHost: a\r\nX-A: a\0b\r\n\r\n"),
        Case("a NUL in a header's name", "400", get("/", "X\0A: a\r\n")),
        Case("a line that begins with a NUL", "400", get("/", "\0X-A: a\r\n")),
        Case("a NUL in the target", "400", get("/a\0b")),
        Case("a folded header", "400", get("/", "X-Fold: a\r\n  b\r\n")),
        Case("a folded header at the end", "400", "GET / HTTP/1.1\r\nHost: a\r\nX-Fold: a\r\n\tb\r\n\r\n"),
        Case("a folded Host", "400", get("/", host: "Host:\r\n a\r\n")),
        Case("a first header that is folded", "400", get("/", host: " X-A: b\r\nHost: a\r\n")),
        Case("a space in a header's name", "400", get("/", "X A: b\r\n")),
        Case("a space before the colon", "400", post("Content-Length : 3\r\n", "abc")),
        Case("a NUL in a segment", "400", get("/a%00b")),
        Case("a dot segment", "400", get("/a/../b")),
        Case("an escaped dot segment", "400", get("/a/%2e%2e/b")),
        Case("an invalid escape", "400", get("/a%zz")),
        Case("a target without a slash", "400", get("a")),
        Case("an unknown Transfer-Encoding", "501", get("/", "Transfer-Encoding: gzip, chunked\r\n")),
        Case("two Transfer-Encodings", "501", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "")),
        Case("two lengths", "400", post("Content-Length: 3\r\nContent-Length: 5\r\n", "abcde")),
        Case("a length and chunks", "400", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        Case("an invalid length", "400", post("Content-Length: +3\r\n", "abc")),
        Case("an absolute form of an empty host", "400", get("http:///a")),
        Case("more cookies than there is room for", "431", get("/", "Cookie: " + pairs(500) + "\r\n")),
        Case("a length with a space behind it", "400", post("Content-Length: 3 \r\n", "abc")),
        Case("chunks with a space behind the word", "501", post("Transfer-Encoding: chunked \r\n", "0\r\n\r\n")),
        Case("bare line feeds", "400", "GET / HTTP/1.1\nHost: a\nX-A:\nConnection: close\n\n"),
        Case("a bare line feed after the request line", "400", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        Case("a bare line feed after a header", "400", get("/", "X-A: b\nX-B: c\r\n")),
        Case("a bare carriage return after a header", "400", get("/", "X-A: b\rX-B: c\r\n")),
        Case("a bare line feed after the last header", "400", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        Case("a bare line feed at the end", "400", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        Case("an unknown method", "501", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    static let answered = [
        Case("a path", "200", get("/a/b%2Fc?d=%00")),
        Case("an absolute form", "200", get("http://a/b?c=d")),
        Case("an empty Host", "200", get("/", host: "Host:\r\n")),
        Case("an address and a port as Host", "200", get("/", host: "Host: [::1]:8080\r\n")),
        Case("100 parameters", "200", get(query(100))),
        Case("450 parameters", "200", get(query(450))),
        Case("1,500 parameters", "200", get(query(1_500))),
        Case("an empty header", "200", get("/", "X-A:\r\nX-B:   \r\n")),
        Case("a Host with white space around it", "200", get("/", host: "Host: \t a \t \r\n")),
        Case("300 cookies", "200", get("/", "Cookie: " + pairs(300) + "\r\n")),
        Case("no headers at all", "200", "GET / HTTP/1.0\r\n\r\n"),
        Case("many headers", "200", get("/", (0..<90).map { "X-\($0): \($0)\r\n" }.joined())),
        Case(
            "two equal lengths", "200", post("Content-Length: 3\r\nContent-Length: 3\r\nConnection: close\r\n", "abc")),
        Case("chunks", "200", post("Transfer-Encoding: chunked\r\nConnection: close\r\n", "3\r\nabc\r\n0\r\n\r\n")),
    ]

    @Test(arguments: refused) func refuses(_ example: Case) async throws {
        try await withServer { server in
            let answer = try await server.answer(to: example.request)
            #expect(answer.hasPrefix("HTTP/1.1 \(example.status) "), "\(answer)")
        }
    }

    @Test(arguments: answered) func answers(_ example: Case) async throws {
        try await withServer { server in
            let answer = try await server.answer(to: example.request)
            #expect(answer.hasPrefix("HTTP/1.1 \(example.status) "), "\(answer)")
        }
    }

    @Test func aRefusalIsOneWholeAnswerAndTheLast() async throws {
        try await withServer { server in
            let answer = try await server.answer(to: "GET / HTTP/1.1\r\n\r\nGET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.split(separator: "HTTP/1.1 ").count == 1)
            #expect(answer.contains("\r\nDate: "))
            #expect(answer.contains("\r\nConnection: close\r\n"))
            #expect(answer.contains("\r\nContent-Length: 12\r\n"))
            #expect(answer.hasSuffix("\r\n\r\ninvalid-host"))
        }
    }

    @Test(arguments: ["-5", "+5", "abc", "3a", "", "99999999999999999999999", "18446744073709551615"])
    func refusesAnInvalidLengthOnce(length: String) async throws {
        try await withServer { server in
            let other = try await server.connect()
            try await other.send("GET / HTTP/1.1\r\nContent-Length: 3\r\n")
            let answer = try await server.answer(to: Self.post("Content-Length: \(length)\r\n", "abc"))
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
            #expect(answer.hasSuffix("\r\n\r\ninvalid-length"))
            try await other.send("Host: a\r\nConnection: close\r\n\r\nabc")
            #expect(try await other.readToEnd().hasSuffix("GET / 3"))
        }
    }

    @Test func tooManyCookiesAreRefusedOnce() async throws {
        try await withServer { server in
            let other = try await server.connect()
            try await other.send("GET / HTTP/1.1\r\nCookie: a=b\r\n")
            let answer = try await server.answer(to: Self.get("/", "Cookie: \(Self.pairs(500))\r\n"))
            #expect(answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
            #expect(answer.hasSuffix("\r\n\r\nhead-too-large"))
            try await other.send("Host: a\r\nConnection: close\r\n\r\n")
            #expect(try await other.readToEnd().hasSuffix("GET / 0"))
        }
    }

    /// libmicrohttpd would go round and round over it.
    @Test(arguments: ["2;" + String(repeating: "a", count: 60_000), String(repeating: "0", count: 60_000)])
    func aChunkLineThatDoesNotEndIsRefusedAtOnce(line: String) async throws {
        try await withServer { server in
            let start = ContinuousClock.now
            let answer = try await server.answer(to: Self.post("Transfer-Encoding: chunked\r\n", line))
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.hasSuffix("\r\n\r\ninvalid-body"), "\(answer)")
            #expect(answer.split(separator: "HTTP/1.1 ").count == 1)
            #expect(ContinuousClock.now - start < .seconds(9), "it was the time limit that ended it")
        }
    }

    @Test func valuesHaveNoWhiteSpaceAround() async throws {
        try await withServer { server in
            let answer = try await server.answer(to: Self.get("/host", host: "Host:  a\t \r\n"))
            #expect(answer.hasSuffix("\r\n\r\na"))
        }
    }

    @Test func aRefusalOfHeadHasNoBody() async throws {
        try await withServer { server in
            let answer = try await server.answer(to: "HEAD / HTTP/1.1\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await withServer { server in
            let answer = try await server.answer(
                to: "GET /late HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get("/b"))
            let bodies = answer.split(separator: "HTTP/1.1 200 OK").map { $0.split(separator: "\r\n").last ?? "" }
            #expect(bodies == ["late", "GET /a 0", "GET /b 0"])
        }
    }

    @Test func anAbsoluteFormIsAPath() async throws {
        try await withServer { server in
            let answer = try await server.answer(to: Self.get("http://a/b?c=d"))
            #expect(answer.hasSuffix("GET /b?c=d 0"))
            #expect(try await server.answer(to: Self.get("http://b:80/host")).hasSuffix("\r\n\r\nb:80"))
            #expect(try await server.answer(to: Self.get("/host")).hasSuffix("\r\n\r\na"))
        }
    }

    @Test func everyResponseForbidsTypeSniffing() async throws {
        try await withServer { server in
            for request in [Self.get("/page"), Self.get("/large"), Self.get("/", host: "")] {
                let answer = try await server.answer(to: request)
                #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
                #expect(answer.contains("\r\nReferrer-Policy: same-origin\r\n"))
                #expect(answer.contains("\r\nCross-Origin-Resource-Policy: same-origin\r\n"))
            }
        }
    }
}
