import JSON
import Serving
import TestSupport
import Testing

/// Pages of another origin that make a browser send expensive requests, such as by an image, without an `Origin`.
@Suite(.timeLimit(.minutes(5))) struct ForeignReaderTests {
    private static let sql = "CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO page VALUES (1, 'a')"

    private static func asked(_ site: String, _ mode: String, _ destination: String) -> [String: String] {
        ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
    }

    @Test(arguments: ["/page?search=a", "/page/1", "/page:csv"]) func foreignPagesWithoutAnOriginAreRefused(
        target: String
    ) async throws {
        try await withServer(Self.sql) { server in
            for headers in [
                Self.asked("cross-site", "no-cors", "image"), Self.asked("same-site", "no-cors", "script"),
                Self.asked("cross-site", "navigate", "iframe"),
            ] {
                for _ in 0..<3 {  // what a head asks is worked out once, and kept
                    let answer = try await server.http.get(target, headers)
                    #expect(answer.status == 403)
                    #expect(try answer.json["code"] == "foreign-origin")
                }
            }
            for headers in [
                [:], Self.asked("same-origin", "cors", "empty"), Self.asked("none", "navigate", "document"),
                Self.asked("cross-site", "navigate", "document"),
            ] {
                #expect(try await server.http.get(target, headers).status == 200)
            }
        }
    }

    @Test func pagesOfAnAllowedOriginSendTheirOrigin() async throws {
        try await withServer(Self.sql, { $0.origins = ["https://app.example.com"] }) { server in
            let headers = Self.asked("cross-site", "cors", "empty").merging(["Origin": "https://app.example.com"]) {
                $1
            }
            let answer = try await server.http.get("/page?search=a", headers)
            #expect(answer.status == 200)
        }
    }
}
