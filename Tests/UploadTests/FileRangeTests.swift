import Foundation
import JSON
import TestSupport
import Testing

/// Parts of files, as curl asks for them.
@Suite(.timeLimit(.minutes(5))) struct FileRangeTests {
    /// Too long for one piece.
    private static let letters = (0..<390_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }

    private static func serve(_ body: @Sendable (DrawerServer, _ address: String) async throws -> Void) async throws {
        try await withDrawer { server in
            try await body(server, try await server.put(letters).headers["location"] ?? "")
        }
    }

    private static func text(_ range: Range<Int>) -> String { String(decoding: letters[range], as: UTF8.self) }

    @Test(arguments: ["0-0", "26-51", "389990-", "-10", "100-389999", "0-389999"])
    func curlGetsAPart(range: String) async throws {
        try await Self.serve { server, address in
            let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            let first = ends[0] ?? 390_000 - (ends[1] ?? 0)
            let last = ends[0] == nil ? 389_999 : ends[1] ?? 389_999
            let answer = try await server.curl("-i", "-r", range, "ADDRESS\(address)")
            #expect(answer.hasPrefix("HTTP/1.1 206 "))
            #expect(answer.contains("\r\nContent-Range: bytes \(first)-\(last)/390000\r\n"))
            #expect(answer.contains("\r\nContent-Length: \(last - first + 1)\r\n"))
            #expect(answer.hasSuffix("\r\n\r\n" + Self.text(first..<last + 1)))
        }
    }

    @Test func curlResumesABrokenDownload() async throws {
        try await Self.serve { server, address in
            let place = server.folder.path + "-part"
            defer { try? FileManager.default.removeItem(atPath: place) }
            try Data(Self.letters.prefix(123_456)).write(to: URL(fileURLWithPath: place))
            _ = try await server.curl("-C", "-", "-o", place, "ADDRESS\(address)")
            #expect(FileManager.default.contents(atPath: place).map(Array.init) == Self.letters)
        }
    }

    @Test func otherRangesAreTheWholeFileOrAnError() async throws {
        try await Self.serve { server, address in
            for range in ["0-1,5-6", "5-1"] {
                let answer = try await server.http.get(address, ["Range": "bytes=\(range)"])
                #expect(answer.status == 200 && answer.body == Self.letters)
            }
            let answer = try await server.http.get(address, ["Range": "bytes=390000-"])
            #expect(answer.status == 416)
            #expect(answer.headers["content-range"] == "bytes */390000")
            #expect(try answer.json["code"] == "invalid-range")
        }
    }

    @Test func aPartOfAnotherVersionIsNotSent() async throws {
        try await Self.serve { server, address in
            let tag = try await server.http.send("HEAD", address).headers["etag"] ?? ""
            let range = ["Range": "bytes=0-9"]
            let part = try await server.http.get(address, range.merging(["If-Range": tag]) { $1 })
            #expect(part.status == 206 && part.body == Array(Self.letters.prefix(10)))
            #expect(part.headers["etag"] == tag)
            #expect(try await server.http.get(address, range.merging(["If-Range": "\"x\""]) { $1 }).status == 200)
            #expect(try await server.http.get(address, range.merging(["If-None-Match": tag]) { $1 }).status == 304)
            #expect(try await server.http.get(address, range.merging(["If-Match": "\"x\""]) { $1 }).status == 412)
        }
    }

    @Test func headHasTheHeadersOfTheWholeFile() async throws {
        try await Self.serve { server, address in
            let answer = try await server.http.send("HEAD", address, ["Range": "bytes=0-9"])
            #expect(answer.status == 200 && answer.body.isEmpty)
            #expect(answer.headers["content-length"] == "390000")
            #expect(answer.headers["accept-ranges"] == "bytes")
        }
    }

    @Test func aDeletedFileIsSentToItsEnd() async throws {
        try await Self.serve { server, address in
            let port = server.port
            let rest = try await blocking {
                let connection = try Connection(port: port, isNarrow: true)
                try connection.send(
                    Array("GET \(address) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
                _ = try connection.receive(through: "\r\n\r\n")
                try FileManager.default.removeItem(atPath: server.folder.path)
                return try connection.receive(count: Self.letters.count)
            }
            #expect(rest == Self.letters)
        }
    }
}
