import HTTPServer
import Testing

/// Bodies that the handler reads in pieces.
@Suite(.timeLimit(.minutes(5))) struct BodyPieceTests {
    private static let head = "POST /pieces HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: ["/pieces", "/pieces/late"], [0, 1, 300_000, 3_000_000])
    func aBodyIsReadInPieces(path: String, count: Int) async throws {
        try await withServer { server in
            let answer = try await server.answer(
                to: "POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
                    + String(repeating: "x", count: count))
            let words =
                answer.split(separator: "\r\n\r\n").last?.dropLast().split(separator: " ").compactMap { Int($0) } ?? []
            #expect(words.first == count, "\(answer)")
            // A piece has 256 KiB, and what else libmicrohttpd had read.
            #expect(words.last ?? .max <= (256 + 32) * 1024)
        }
    }

    @Test func aChunkedBodyIsReadInPieces() async throws {
        try await withServer { server in
            let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
            let body = String(repeating: chunk, count: 20) + "0\r\n\r\n"
            let answer = try await server.answer(
                to: Self.head + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
            #expect(answer.contains("\r\n\r\n\(20 * 0x8000) "), "\(answer)")
        }
    }

    @Test func theNextRequestOnTheConnectionIsServed() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            for _ in 1...3 {
                try await peer.send(
                    Self.head + "Content-Length: 300000\r\n\r\n" + String(repeating: "x", count: 300_000))
                #expect(try await peer.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
                #expect(try await peer.read(through: ".").hasPrefix("300000 "))
            }
        }
    }

    @Test func aClientThatWaitsIsToldToContinueOnlyWhenItsBodyIsWanted() async throws {
        try await withServer { server in
            let fields = "Host: a\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
            let refusal = try await server.answer(to: "POST /pieces/none HTTP/1.1\r\n\(fields)\r\n")
            #expect(refusal.hasPrefix("HTTP/1.1 403 "))
            #expect(!refusal.contains("100 Continue"))
            let peer = try await server.connect()
            try await peer.send("POST /pieces/late HTTP/1.1\r\n\(fields)\r\n")
            #expect(try await peer.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            try await peer.send("abc")
            #expect(try await peer.readToEnd().hasSuffix("\r\n\r\n3 3."))
        }
    }

    @Test(arguments: ["/pieces/none", "/pieces/one"])
    func aClientThatSendsEverythingStillReadsAnEarlyResponse(path: String) async throws {
        try await withServer { server in
            let answer = try await server.answer(
                to: "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
                    + String(repeating: "x", count: 1_000_000))
            #expect(answer.hasPrefix("HTTP/1.1 \(path == "/pieces/one" ? 200 : 403) "), "\(answer)")
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test func aBodyOverTheLimitIsRefusedWhileItArrives() async throws {
        try await withServer { server in
            let chunk = "80000\r\n" + String(repeating: "x", count: 0x80000) + "\r\n"
            let answer = try await server.answer(
                to: Self.head + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 17))
            #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
            await server.wait(for: "lost")
        }
    }

    @Test(arguments: [true, false]) func aLostBodyIsToldToItsReader(isReset: Bool) async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.head + "Content-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 300_000))
            await server.wait(forBodies: 256 * 1024)
            isReset ? peer.reset() : peer.hangUp()
            await server.wait(for: "lost")
        }
    }

    @Test func aServerThatStopsEndsABody() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.head + "Content-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 300_000))
            await server.wait(forBodies: 256 * 1024)
            await server.stop()
            #expect(try await peer.readToEnd().hasPrefix("HTTP/1.1 503 "))
            await server.wait(for: "lost")
        }
    }

    @Test func aPieceThatDoesNotComeInTimeIsRefused() async throws {
        try await withServer({ $0.requestTimeout = .milliseconds(200) }) { server in
            let answer = try await server.answer(to: Self.head + "Content-Length: 3\r\n\r\nab")
            #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
            await server.wait(for: "lost")
        }
    }

    @Test func aBodyWithoutRoomIsRefused() async throws {
        try await withServer(memory: 10_000) { server in
            let answer = try await server.answer(to: Self.head + "Content-Length: 300000\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
        }
    }
}
