import JSON
import OrielTesting
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
        let app = try await makeWorkbench()
        let (mine, theirs) = (try await Visit(app, "/editing"), try await Visit(app, "/editing"))
        try await mine.tapImage("picture")
        #expect(mine.document["dialog"]?["actions"]?.arrayValue?.map { $0["id"] } == ["file", "cancel"])
        try await mine.answer("file")
        #expect(mine.document["dialog"]?["upload"]?["slot"] == "picture")
        #expect(try await mine.upload(Self.picture, as: "image/png", to: "picture") == ["action": "file"])
        try await theirs.wait("the picture is there") { $0.outputs["picture"] != .null }
        let address = try #require(theirs.outputs["picture"]?.stringValue)
        #expect(try await app.get(address).body == Self.picture)
        _ = try await mine.send("DELETE", "/editing:picture")
        for page in [mine, theirs] {
            try await page.wait("the picture is gone") { $0.outputs["picture"] == .null && $0.dialog == nil }
            try await page.waitForGET()
        }
    }

    @Test(.enabled("where a process may mount a disk") { try await FullDisk.isPossible })
    func aPictureIsStoredAfterAFullDisk() async throws {
        let folder = try TemporaryFolder()
        let disk = FullDisk(at: folder.path + "/disk", size: "32k")
        try await using(
            {
                try Program(
                    ["--port", "0"], named: "Workbench", by: disk.wrapper, environment: ["TMPDIR": disk.path])
            }, close: { try await $0.stop() }
        ) { program in
            let app = try TestApp(at: "http://127.0.0.1:\(#require(try await program.port()))")
            let large = Self.png(String(repeating: "x", count: 64 << 10))
            let answer = try await app.send("PUT", "/editing:picture", body: large)
            #expect(answer.status == 503, "\(answer)")
            #expect(answer.json["code"] == "disk-full")
            #expect(answer.headers["retry-after"] != nil)
            // No temporary file remains.
            #expect(try await app.send("PUT", "/editing:picture", body: Self.picture).status == 201)
        }
    }
}
