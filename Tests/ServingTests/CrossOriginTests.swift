import JSON
import Serving
import TestSupport
import Testing

/// Pages of another allowed origin: their browsers let them read the responses.
@Suite(.timeLimit(.minutes(5))) struct CrossOriginTests {
    private static let origin = "https://app.example.com"

    private func served(_ body: @Sendable (HTTPClient) async throws -> Void) async throws {
        try await withOffice {
            $0.origins = [Self.origin]
            $0.bodyLimit = 1000
        } _: {
            try await body($0.http)
        }
    }

    @Test func anAllowedPageMayReadEveryResponse() async throws {
        try await served { http in
            let first = try await http.get("/halls/1", ["Origin": Self.origin])
            let tag = try #require(first.headers["etag"])
            let answers = [
                first, try await http.get("/halls/1", ["Origin": Self.origin]),
                try await http.get("/halls/1", ["Origin": Self.origin, "If-None-Match": tag]),
                try await http.get("/client.js", ["Origin": Self.origin]),
                try await http.get("/desk", ["Origin": Self.origin]),
                try await http.get("/nowhere", ["Origin": Self.origin]),
                try await http.post("/desk:nothing", [:], ["Origin": Self.origin]),
                try await http.send(
                    "POST", "/desk:work", ["Origin": Self.origin], body: Array(repeating: 32, count: 2000)),
            ]
            #expect(answers.map(\.status) == [200, 200, 304, 200, 200, 404, 404, 413])
            for answer in answers {
                #expect(answer.headers["access-control-allow-origin"] == Self.origin, "\(answer.status)")
                #expect(answer.headers["access-control-allow-credentials"] == "true")
                #expect(answer.headers["access-control-expose-headers"]?.contains("ETag") == true)
                #expect(answer.headers["vary"]?.contains("Origin") == true, "\(answer.headers)")
            }
        }
    }

    @Test func everyResponseVariesByOrigin() async throws {
        try await served { http in
            let first = try await http.get("/halls/1")
            let held = ["If-None-Match": try #require(first.headers["etag"])]
            let file = try await http.get("/client.js")
            let answers = [
                first, try await http.get("/halls/1"), try await http.get("/halls/1", held), file,
                try await http.get("/client.js", ["If-None-Match": file.headers["etag"] ?? ""]),
                try await http.get("/desk"), try await http.get("/desk", ["Accept": "text/html"]),
                try await http.get("/nowhere"), try await http.post("/desk:nothing", [:]),
                try await http.send("OPTIONS", "/halls/1"), try await http.get("/-/health"),
                try await http.get("/halls/1", ["Origin": "https://evil.example.com"]),
                try await http.send("HEAD", "/halls/1", ["Accept": "text/event-stream"]),
                try await http.send("POST", "/desk:work", body: Array(repeating: 32, count: 2000)),
            ]
            for answer in answers {
                let names = answer.headers["vary"]?.split(separator: ",").map { $0.drop { $0 == " " } } ?? []
                #expect(names.filter { $0 == "Origin" }.count == 1, "\(answer.status) \(answer.headers)")
            }
        }
    }

    @Test func preflightsReturnTheAllowedHeaders() async throws {
        try await served { http in
            let asked = ["Origin": Self.origin, "Access-Control-Request-Method": "POST"]
            for route in ["/desk:work", "/archive", "/-/health"] {
                let answer = try await http.send("OPTIONS", route, asked)
                #expect(answer.status == 204, "\(route)")
                #expect(answer.headers["access-control-allow-origin"] == Self.origin)
                #expect(answer.headers["access-control-allow-methods"]?.contains("POST") == true)
                let names = answer.headers["access-control-allow-headers"]?.split(separator: ", ").sorted()
                #expect(
                    names == [
                        "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
                        "Last-Event-ID", "Oriel-Tab", "X-Request-Id",
                    ])
                #expect(answer.headers["access-control-max-age"] != nil)
            }
        }
    }

    @Test func otherOriginsReceiveNoHeaders() async throws {
        try await served { http in
            let foreign = try await http.get("/archive", ["Origin": "https://evil.example.com"])
            #expect(foreign.status == 403)
            let preflight = ["Origin": "https://evil.example.com", "Access-Control-Request-Method": "POST"]
            let own = ["Origin": "https://app.example.com", "Host": "app.example.com:443"]
            for answer in [
                foreign, try await http.send("OPTIONS", "/archive", preflight), try await http.get("/archive"),
                try await http.get("/archive", own),
            ] {
                #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control") }, "\(answer.headers)")
            }
        }
    }

    @Test(arguments: [
        ("app.example.com", 200), ("APP.example.com:443", 200), ("app.example.com.", 200),
        ("app.example.com.:443", 200),
        ("app.example.com:80", 421), ("app.example.com:8443", 421), ("other.example.com", 421),
    ])
    func theNameOfTheServerMayHaveItsSchemesOwnPort(host: String, status: Int) async throws {
        try await served { http in
            let answer = try await http.get("/desk", ["Host": host])
            #expect(answer.status == status, "\(host)")
            let isSecure = answer.headers["set-cookie"]?.contains("Secure") ?? false
            #expect(isSecure == (status == 200), "\(host)")
        }
    }

    @Test func aPersonalStreamIsNotCached() async throws {
        try await served { http in
            for (route, caching) in [("/desk", "private, no-cache"), ("/archive", "no-cache")] {
                let stream = try await http.send("HEAD", route, ["Origin": Self.origin, "Accept": "text/event-stream"])
                #expect(stream.headers["cache-control"] == caching)
                #expect(stream.headers["access-control-allow-origin"] == Self.origin)
            }
        }
    }
}
