import Compression
import JSON
import Serving
import TestSupport
import Testing

/// Documents, patches and the header `Accept-Encoding` (RFC 9110, sections 8.8.3 and 12.5.3).
@Suite(.timeLimit(.minutes(5))) struct GzipTests {
    private static let gzip = ["Accept-Encoding": "gzip, deflate, br"]
    private static let target = "/item?window=0,60"

    @Test func aDocumentIsTheSameInEitherCoding() async throws {
        try await withServer(Shop.sql) { server in
            let plain = try await server.http.get(Self.target)
            let zipped = try await server.http.get(Self.target, Self.gzip)
            #expect(zipped.headers["content-encoding"] == "gzip")
            #expect(plain.headers["content-encoding"] == nil)
            #expect(try zipped.expanded() == plain.body)
            #expect(zipped.body.count * 3 < plain.body.count)
            #expect(zipped.headers["etag"] == "W/" + (plain.headers["etag"] ?? ""))
            for answer in [plain, zipped] {
                #expect(answer.headers["vary"] == "Accept, Accept-Encoding, Cookie, Authorization, Origin")
                #expect(answer.headers["content-type"] == "application/json")
            }
            let head = try await server.http.send("HEAD", Self.target, Self.gzip)
            #expect(head.headers["content-length"] == String(zipped.body.count))
            #expect(head.headers["content-encoding"] == "gzip")
            #expect(head.headers["etag"] == zipped.headers["etag"])
        }
    }

    private static let weights: [(String?, Bool)] = [
        (nil, false), ("", false), ("gzip", true), ("GZIP;Q=0.5", true), ("x-gzip", true), ("*", true),
        ("*;q=0", false),
        ("gzip;q=0", false), ("gzip;q=0, *", false), ("br, deflate", false), ("identity", false),
        ("gzip, identity", true),
        ("gzip;q=0.5, identity", false), ("gzip;q=0.5, identity;q=0.5", true), ("gzip;q=0.001, identity;q=0", true),
        ("gzip;q=x", false), ("identity;q=0", false), ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), (" gzip ; q=1 ,", true),
    ]

    @Test func theWeightsDecide() async throws {
        try await withServer(Shop.sql) { server in
            for (accepted, isZipped) in Self.weights {
                let answer = try await server.http.get(Self.target, accepted.map { ["Accept-Encoding": $0] } ?? [:])
                #expect((answer.headers["content-encoding"] == "gzip") == isZipped, "\(accepted ?? "nothing")")
                #expect(try JSON(parsing: isZipped ? answer.expanded() : answer.body)["screen"] == "table")
            }
        }
    }

    @Test func aShortDocumentIsSentUncompressed() async throws {
        try await withServer("CREATE TABLE t (id INTEGER PRIMARY KEY);") { server in
            let plain = try await server.http.get("/", Self.gzip)
            #expect(plain.headers["content-encoding"] == nil && plain.body.count < 512)
            let only = try await server.http.get("/", ["Accept-Encoding": "gzip, identity;q=0"])
            #expect(only.headers["content-encoding"] == "gzip")
            #expect(try JSON(parsing: only.expanded())["screen"] == "database")
        }
    }

    @Test func theTagOfEitherCodingIdentifiesTheDocument() async throws {
        try await withServer(Shop.sql) { server in
            let plain = try await server.http.get(Self.target)
            let zipped = try await server.http.get(Self.target, Self.gzip)
            for answer in [plain, zipped] {
                let held = ["If-None-Match": answer.headers["etag"] ?? ""]
                let first = try await server.http.get(Self.target, held)
                let second = try await server.http.get(Self.target, held.merging(Self.gzip) { $1 })
                #expect(first.status == 304 && second.status == 304)
                #expect(first.headers["etag"] == plain.headers["etag"])
                #expect(second.headers["etag"] == zipped.headers["etag"])
                #expect(first.headers["content-length"] == String(plain.body.count))
                #expect(second.headers["content-length"] == String(zipped.body.count))
            }
        }
    }

    @Test func aPatchLeadsOnFromTheTagOfEitherCoding() async throws {
        try await withServer(Shop.sql) { server in
            let before = try await server.http.get(Self.target)
            try await server.database.run("UPDATE item SET name = name || ' again'")
            let after = try await server.http.get(Self.target)
            for tag in [before.headers["etag"] ?? "", "W/" + (before.headers["etag"] ?? "")] {
                let headers = ["Accept": "application/json-patch+json", "If-None-Match": tag]
                let plain = try await server.http.get(Self.target, headers)
                for _ in 0..<2 {
                    let zipped = try await server.http.get(Self.target, headers.merging(Self.gzip) { $1 })
                    #expect(zipped.headers["content-encoding"] == "gzip")
                    #expect(zipped.headers["content-type"] == "application/json-patch+json")
                    #expect(zipped.headers["etag"] == "W/" + (after.headers["etag"] ?? ""))
                    #expect(try zipped.expanded() == plain.body)
                }
                #expect(try before.json.applying(plain.json) == after.json)
            }
        }
    }

    @Test func anEventStreamIsNotCompressed() async throws {
        try await withServer(Shop.sql) { server in
            let target = Self.target
            let headers = Self.gzip.merging(["Accept": "text/event-stream"]) { $1 }
            let answer = try await server.http.send("HEAD", target, headers)
            #expect(answer.headers["content-type"] == "text/event-stream")
            #expect(answer.headers["content-encoding"] == nil)
        }
    }
}

extension HTTPAnswer {
    /// The body, which is a gzip file, expanded and checked.
    func expanded() throws -> [UInt8] {
        let text = try body.dropFirst(10).dropLast(8).withUnsafeBytes { try Inflater().message($0, limit: 1 << 24) }
        guard Gzip.isFile(body, of: text) else { throw ClientError("no gzip file of \(text.count) bytes") }
        return text
    }
}
