import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PictureTests {
    /// The first and last bytes of a PNG file (RFC 2083, sections 3.1 and 4.1.4), with bytes of this test.
    private static func png(_ text: String) -> [UInt8] {
        let length = withUnsafeBytes(of: UInt32(text.utf8.count).bigEndian) { Array($0) }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + length + Array("tEXt\(text)".utf8)
            + [0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    }

    private static let picture = png("a picture of three")

    @Test func aPictureIsRequestedUploadedShownAndDeleted() async throws {
        try await withWorkbench { visitor in
            let mine = try await visitor.open("/editing")
            let theirs = try await Visitor(port: visitor.port).open("/editing")
            try await mine.send("image", ["slot": "picture", "sources": ["file"]])
            try await mine.follow { $0["dialog"]?["actions"]?.arrayValue?.map { $0["id"] } == ["file", "cancel"] }
            try await mine.answer("file")
            try await mine.follow { $0["dialog"]?["upload"]?["slot"] == "picture" }
            let headers = ["Cookie": visitor.cookie, "Content-Type": "image/png"]
            let http = HTTPClient(port: visitor.port)
            let answer = try await http.send("PUT", "/editing:picture", headers, body: Self.picture)
            #expect(answer.status == 201)
            try await theirs.follow { $0["outputs"]?["picture"] != .null }
            let address = try #require(theirs.document["outputs"]?["picture"]?.stringValue)
            #expect(try await http.get(address).body == Self.picture)
            _ = try await http.send("DELETE", "/editing:picture", headers)
            for screen in [mine, theirs] {
                try await screen.follow { $0["outputs"]?["picture"] == .null && $0["dialog"] == .null }
                try await screen.settle()
            }
        }
    }

    @Test(.enabled("where a process may mount a disk") { try await FullDisk.isPossible })
    func aPictureIsStoredAfterAFullDisk() async throws {
        let folder = try TemporaryFolder()
        try await withWorkbench(on: FullDisk(at: folder.path + "/disk", size: "32k")) { visitor in
            let large = Self.png(String(repeating: "x", count: 64 << 10))
            let answer = try await visitor.send("PUT", "/editing:picture", body: large)
            #expect(answer.status == 503, "\(answer.text)")
            #expect(try answer.json["code"] == "disk-full")
            #expect(answer.headers["retry-after"] != nil)
            // No temporary file remains.
            #expect(try await visitor.send("PUT", "/editing:picture", body: Self.picture).status == 201)
        }
    }
}
