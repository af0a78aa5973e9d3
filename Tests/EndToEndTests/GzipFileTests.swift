import Compression
import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// The files of the browser client, with gzip and without.
@Suite(.timeLimit(.minutes(5))) struct GzipFileTests {
    private static let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY);"
    private static let gzip = ["Accept-Encoding": "gzip"]
    private static let script = Array(String(repeating: "say('the same, again and again');\n", count: 60).utf8)

    /// Gives a body a server of files: names and contents.
    private func withFiles(
        _ files: [String: [UInt8]], _ body: @Sendable (HTTPClient) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        try await withServer(Self.sql) { settings in
            settings.publicDirectory = folder.path
        } _: { server in
            try await body(server.http)
        }
    }

    @Test func aClientThatAcceptsOnlyGzipGetsItForShortFilesToo() async throws {
        try await withFiles(["a.js": Array("1".utf8)]) { http in
            #expect(try await http.get("/a.js", Self.gzip).headers["content-encoding"] == nil)
            let zipped = try await http.get("/a.js", ["Accept-Encoding": "gzip, identity;q=0"])
            #expect(zipped.headers["content-encoding"] == "gzip")
            #expect(try zipped.expanded() == Array("1".utf8))
        }
    }

    @Test func aTextIsCompressedOnce() async throws {
        try await withFiles(["a.js": Self.script]) { http in
            let plain = try await http.get("/a.js")
            let zipped = try await http.get("/a.js", Self.gzip)
            #expect(plain.body == Self.script)
            #expect(plain.headers["content-encoding"] == nil)
            #expect(zipped.headers["content-encoding"] == "gzip")
            #expect(zipped.headers["content-type"] == "text/javascript; charset=utf-8")
            #expect(try zipped.expanded() == Self.script)
            #expect(zipped.headers["etag"] == "W/" + (plain.headers["etag"] ?? ""))
            #expect(zipped.headers["vary"] == plain.headers["vary"])
            let head = try await http.send("HEAD", "/a.js", Self.gzip)
            #expect(head.headers["content-length"] == String(zipped.body.count))
            for (answer, other) in [(plain, zipped), (zipped, plain)] {
                for accepted in [[:], Self.gzip] {
                    let held = accepted.merging(["If-None-Match": answer.headers["etag"] ?? ""]) { $1 }
                    let again = try await http.get("/a.js", held)
                    #expect(again.status == 304)
                    #expect([answer, other].contains { $0.headers["etag"] == again.headers["etag"] })
                    #expect(again.headers["vary"] == plain.headers["vary"])
                }
            }
        }
    }

    @Test func servesAPrecompressedFile() async throws {
        let made = Gzip.file(Deflater(windowBits: 15, level: 6).fragment(of: Self.script), of: Self.script)
        let old = Gzip.file(Deflater().fragment(of: [UInt8](repeating: 65, count: 900)), of: Self.script.dropLast())
        let wasm = [UInt8](repeating: 7, count: 5_000)
        let files = [
            "a.js": Self.script, "a.js.gz": made, "b.js": Self.script, "b.js.gz": old, "c.wasm": wasm,
            "c.wasm.gz": Gzip.file(Deflater().fragment(of: wasm), of: wasm),
        ]
        try await withFiles(files) { http in
            #expect(try await http.get("/a.js", Self.gzip).body == made)
            #expect(try await http.get("/a.js.gz").body == made)
            let stale = try await http.get("/b.js", Self.gzip)
            #expect(try stale.expanded() == Self.script, "one of another content is left alone")
            let other = try await http.get("/c.wasm", Self.gzip)
            #expect(other.headers["content-encoding"] == "gzip")
            #expect(try other.expanded() == wasm)
        }
    }

    @Test func aFileIsFoundInAnyEncodingOfItsName() async throws {
        let files = ["a.js": Self.script, "a b?ü%41.js": Array("odd".utf8), "index.html": Array("page".utf8)]
        try await withFiles(files) { (http: HTTPClient) async throws in
            for path in ["/a.js", "/%61.js", "/a%2Ejs", "/%61%2e%6A%73"] {
                #expect(try await http.get(path).body == Self.script, "\(path)")
            }
            #expect(try await http.get("/a%20b%3F%C3%BC%2541.js").text == "odd")
            for path in ["/%2Fa.js", "/x%2F..%2Fa.js", "/%2e%2e%2Fa.js", "/a.js%00", "/a.js%2F", "/%61.js/", "/a%2js"] {
                #expect(try await [400, 404].contains(http.get(path).status), "\(path)")
            }
        }
    }

    @Test func filesThatDoNotShrinkAreSentUncompressed() async throws {
        var generator = SeededGenerator(seed: 5)
        let noise = (0..<3_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let files = [
            "short.js": Array("say()".utf8), "noise.txt": noise, "image.png": [UInt8](repeating: 0, count: 3_000),
            "font.woff2": [UInt8](repeating: 0, count: 3_000), "large.txt": [UInt8](repeating: 65, count: 1_100_000),
        ]
        try await withFiles(files) { http in
            for (name, bytes) in files {
                let answer = try await http.get("/\(name)", Self.gzip)
                #expect(answer.headers["content-encoding"] == nil, "\(name)")
                #expect(answer.body == bytes, "\(name)")
                #expect(answer.headers["etag"]?.hasPrefix("\"") == true)
            }
        }
    }
}
