import Cryptography
import Foundation
import JSON
import Serving
import TestSupport
import Testing
import ViewModels

@testable import Scenes

@Suite(.timeLimit(.minutes(5))) struct AttachmentTests {
    private static let text = Array("Ein Brief\r\n--x\r\n".utf8)
    /// Bytes that need several pieces.
    private static let long = (0..<399_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private static func form(_ parts: [(head: String, bytes: [UInt8])]) -> [UInt8] {
        parts.flatMap { Array("--b\r\n\($0.head)\r\n\r\n".utf8) + $0.bytes + Array("\r\n".utf8) }
            + Array("--b--\r\n".utf8)
    }

    private static func file(_ name: String, _ type: String = "text/plain") -> String {
        "Content-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\nContent-Type: \(type)"
    }

    @Test func anUploadedFileIsADownloadUnderItsName() async throws {
        try await withDrawer { server in
            let made = try await server.put(
                Self.long, "?filename=R%C3%BCckblick.txt", ["Content-Type": "text/plain; charset=utf-8"])
            #expect(made.status == 201, "\(made.text)")
            let address = "/files/\(Hash.sha256.hex(of: Self.long)).bin"
            let file: JSON = [
                "href": .string(address), "name": "Rückblick.txt", "type": "text/plain",
                "size": .int(Int64(Self.long.count)),
            ]
            #expect(try made.json["result"] == ["files": [file]])
            #expect(made.headers["location"] == address)
            let answer = try await server.http.get(address)
            #expect(answer.body == Self.long)
            #expect(answer.headers["content-type"] == "text/plain")
            #expect(answer.headers["content-disposition"] == "attachment; filename*=UTF-8''R%C3%BCckblick.txt")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["content-security-policy"] == "default-src 'none'; sandbox")
            #expect(answer.headers["accept-ranges"] == "bytes")
            #expect(await server.drawer.papers.map(\.principal) == [.nobody])
        }
    }

    @Test func aFormHasAnyNumberOfFiles() async throws {
        try await withDrawer { server in
            let body = Self.form([
                (Self.file("a.txt"), Self.text), ("Content-Disposition: form-data; name=\"note\"", Array("x".utf8)),
                (Self.file(""), []), (Self.file("b.bin", "application/octet-stream"), Self.long),
                (Self.file("empty.txt"), []), (Self.file("c.png", "image/png"), Samples.png),
            ])
            let answer = try await server.http.send(
                "POST", "/drawer:papers", ["Content-Type": "multipart/form-data; boundary=b"], body: body)
            #expect(answer.status == 201, "\(answer.text)")
            let papers = await server.drawer.papers
            #expect(papers.map(\.name) == ["a.txt", "b.bin", "empty.txt", "c.png"])
            #expect(papers.map(\.type) == ["text/plain", "application/octet-stream", "text/plain", "image/png"])
            #expect(papers.map(\.size) == [Self.text.count, Self.long.count, 0, Samples.png.count])
            #expect(try await server.http.get(papers[1].address).body == Self.long)
            #expect(try await server.http.get(papers[2].address).body.isEmpty)
            #expect(answer.headers["location"] == nil)
            #expect(server.folder.names.count == 4)
        }
    }

    /// A browser without a script shows the response to a form.
    @Test func aFormOfAPageLeadsBackToTheScreen() async throws {
        try await withDrawer { server in
            let headers = ["Content-Type": "multipart/form-data; boundary=b", "Accept": "text/html, */*;q=0.8"]
            let body = Self.form([(Self.file("a.txt"), Self.text)])
            let answer = try await server.http.send("POST", "/drawer:papers", headers, body: body)
            #expect(answer.status == 303 && answer.headers["location"] == "/drawer")
            #expect(await server.drawer.papers.map(\.name) == ["a.txt"])
        }
    }

    @Test func theNameIsInTheQueryOrInAHeader() async throws {
        try await withDrawer { server in
            let named = ["Content-Disposition": "attachment; filename*=UTF-8''b%20c.txt", "Content-Type": "text/plain"]
            #expect(try await server.put(Self.text, "").status == 201)
            #expect(try await server.put(Self.text, "", to: "papers", named).status == 201)
            #expect(try await server.http.send("POST", "/drawer:papers", named, body: Self.text).status == 201)
            #expect(await server.drawer.papers.map(\.name) == ["file", "b c.txt", "b c.txt"])
            let command = try await server.http.post("/drawer:papers", [:])
            #expect(command.status == 415, "\(command.text)")
            #expect(try await server.http.send("DELETE", "/drawer:papers").headers["allow"] == "OPTIONS, POST, PUT")
            let form = ["Content-Type": "multipart/form-data; boundary=b"]
            #expect(try await server.http.send("POST", "/drawer:lock", form, body: Self.form([])).status == 415)
        }
    }

    @Test(arguments: [
        ("..%2F..%2Fetc%2Fpasswd", "passwd"), ("C:%5Cx%5Ca.txt", "a.txt"),
        ("a%0D%0ASet-Cookie:%20x=1", "aSet-Cookie: x=1"),
        ("%E2%80%AEcod.exe", "cod.exe"), ("..", "file"), ("a%22;%20filename=b.exe", "a\"; filename=b.exe"),
    ])
    func hostileNamesAreHarmless(sent: String, name: String) async throws {
        try await withDrawer { server in
            let answer = try await server.put(Self.text, "?filename=\(sent)")
            #expect(await server.drawer.papers.map(\.name) == [name])
            let file = try await server.http.get(answer.headers["location"] ?? "")
            #expect(file.status == 200 && file.headers["set-cookie"] == nil)
            let disposition = try #require(file.headers["content-disposition"])
            #expect(disposition.hasPrefix("attachment; filename*=UTF-8''"))
            let value = disposition.split(separator: "'").last ?? ""
            #expect(value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._%".contains($0)) }, "\(value)")
            #expect(server.folder.names == ["\(Hash.sha256.hex(of: Self.text)).bin"])
        }
    }

    /// The app of this test calls every file inline.
    @Test(arguments: ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml"])
    func activeTypesAreNeverInline(type: String) async throws {
        try await withDrawer { server in
            let address = try await server.put(Samples.script, "?filename=x", ["Content-Type": type]).headers[
                "location"]
            let file = try await server.http.get(address ?? "")
            #expect(file.headers["content-type"] == type)
            #expect(file.headers["content-disposition"]?.hasPrefix("attachment") == true)
            let image = try await server.put(Samples.png, "?filename=x.png", ["Content-Type": "image/png"])
            let shown = try await server.http.get(image.headers["location"] ?? "")
            #expect(shown.headers["content-disposition"]?.hasPrefix("inline") == true)
        }
    }

    @Test func typesAreCheckedBeforeTheBodyArrives() async throws {
        try await withDrawer { server in
            for (type, bytes, status) in [
                ("text/plain", Self.text, 415), ("application/pdf", Self.text, 201), ("image/png", Samples.png, 201),
                ("image/png", Self.text, 422), ("image/svg+xml", Samples.script, 201), ("", Samples.png, 201),
                ("", Self.text, 415), ("application/octet-stream", Self.text, 415),
            ] {
                let headers = type.isEmpty ? [:] : ["Content-Type": type]
                let answer = try await server.put(bytes, to: "scans", headers)
                #expect(answer.status == status, "\(type): \(answer.text)")
                #expect(answer.headers["accept"] == (status == 415 ? "application/pdf, image/*" : nil))
            }
            let head = "PUT /drawer:scans HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            let answer = try await server.http.exchange(Array((head + "Content-Length: 1000\r\n\r\nx").utf8))
            #expect(answer.status == 415)
            try await server.waits(forFiles: 3)
        }
    }

    @Test func aFileOverTheLimitIsRefusedWhileItArrives() async throws {
        try await withDrawer { server in
            let head = "PUT /drawer:papers HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunk = "80000\r\n" + String(repeating: "x", count: 0x80000) + "\r\n"
            let answer = try await server.http.exchange(Array((head + chunk + chunk).utf8))
            #expect(answer.status == 413, "\(answer.text)")
            #expect(try answer.json["code"] == "too-large")
            try await server.waits(forFiles: 0)
            #expect(await server.drawer.papers.isEmpty)
            let form = Self.form([(Self.file("a.txt"), Self.long), (Self.file("b.txt"), Self.long)])
            let type = ["Content-Type": "multipart/form-data; boundary=b"]
            #expect(try await server.http.send("POST", "/drawer:papers", type, body: form).status == 201)
        }
    }

    @Test func theBodyHasALimitOfTheOperator() async throws {
        try await withDrawer({ $0.uploadLimit = 1_000 }) { server in
            let (long, short) = (try await server.put(Self.long), try await server.put(Self.text))
            #expect(long.status == 413)
            #expect(short.status == 201)
        }
    }

    @Test func aBrokenConnectionLeavesNothing() async throws {
        try await withDrawer { server in
            for head in [
                "PUT /drawer:papers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 399000\r\n\r\n",
                "POST /drawer:papers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 399900\r\n"
                    + "Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n\(Self.file("a.txt"))\r\n\r\n",
            ] {
                let port = server.port
                var connection: UncheckedSendable<Connection>? = try await blocking {
                    let connection = try Connection(port: port)
                    try connection.send(Array(head.utf8) + Self.long.prefix(300_000))
                    return UncheckedSendable(connection)
                }
                try await server.waits(forFiles: 1)
                #expect(server.folder.names[0].hasPrefix(".draft-"))
                withExtendedLifetime(connection) {}
                connection = nil  // closes it
                try await server.waits(forFiles: 0)
            }
            #expect(await server.drawer.papers.isEmpty)
            #expect(try await server.put(Self.text).status == 201)
        }
    }

    @Test func whatTheAppRefusesIsNotKept() async throws {
        try await withDrawer { server in
            let answer = try await server.put(Self.text, "?filename=refused.txt")
            #expect(answer.status == 409)
            #expect(try answer.json["detail"] == "This one is not wanted.")
            try await server.waits(forFiles: 0)
            for body in [Self.form([]), Array(Self.form([(Self.file("a.txt"), Self.text)]).dropLast(8))] {
                let answer = try await server.http.send(
                    "POST", "/drawer:papers", ["Content-Type": "multipart/form-data; boundary=b"], body: body)
                #expect([400, 422].contains(answer.status), "\(answer.text)")
            }
            #expect(try await server.put([], "").status == 422)
            #expect(try await server.put(Self.text, "", to: "papers", ["Content-Encoding": "gzip"]).status == 415)
            let many = Self.form((0..<101).map { (Self.file("\($0).txt"), [UInt8($0)]) })
            let tooMany = try await server.http.send(
                "POST", "/drawer:papers", ["Content-Type": "multipart/form-data; boundary=b"], body: many)
            #expect(tooMany.status == 413)
            try await server.waits(forFiles: 0)
            _ = try await server.http.post("/drawer:lock")
            #expect(try await server.http.get("/drawer").json["uploads"]?["papers"] == nil)
            #expect(try await server.put(Self.text).status == 403)
        }
    }

    @Test func theSlotIsInTheDocumentAndHasNoValue() async throws {
        try await withDrawer { server in
            let document = try await server.http.get("/drawer").json
            #expect(document["outputs"] == [:])
            #expect(document["uploads"]?["papers"] == ["types": ["*/*"], "limit": 400_000, "multiple": true])
            #expect(document["uploads"]?["scans"]?["types"] == ["application/pdf", "image/*"])
        }
    }

    @Test func draftsOfACrashAreRemovedAndOthersStay() async throws {
        let folder = try TestFolder()
        try folder.write(Self.text, as: ".draft-dead.new")
        try folder.write(Self.text, as: "letter.txt")
        var draft: DraftFile? = try await DraftFile.create(in: folder.path)
        try await draft?.append(Self.text)
        DraftFile.removeAbandoned(in: folder.path)
        #expect(folder.names.count == 2 && folder.names.contains("letter.txt"))
        let name = try #require(try await draft?.finish())
        #expect(name == "\(Hash.sha256.hex(of: Self.text)).bin")
        draft = nil
        let end = ContinuousClock.now + patienceOfTests
        while folder.names != ["letter.txt"], .now < end { await Task.yield() }
        #expect(folder.names == ["letter.txt"])
    }
}

/// Hands a value over between threads.
private struct UncheckedSendable<Value>: @unchecked Sendable {  // guard: one thread has it at a time
    let value: Value

    init(_ value: Value) { self.value = value }
}
