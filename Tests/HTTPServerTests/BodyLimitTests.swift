import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyLimitTests {
    @Test func refusesADeclaredBodyBeforeItArrives() async throws {
        try await withServer { server in
            let answer = try await server.answer(to: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test(arguments: [
        "-5", "-0", "99999999999999999999999", "18446744073709551615", "9223372036854775808", "0x5", "5 5", "",
    ])
    func refusesAnInvalidLengthOnce(length: String) async throws {
        try await withServer { server in
            let answer = try await server.answer(
                to:
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
                    + "GET /page HTTP/1.1\r\nHost: a\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
            #expect(answer.components(separatedBy: "HTTP/1.").count == 2, "\(answer)")
            #expect(answer.components(separatedBy: "\r\n\r\n").count == 2, "\(answer)")
            #expect(
                answer.contains("\r\nContent-Length: \(answer.components(separatedBy: "\r\n\r\n")[1].utf8.count)\r\n"))
        }
    }

    @Test func refusesABodyThatGrowsOverTheLimitBeforeItEnds() async throws {
        try await withServer { server in
            let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
            let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            let answer = try await server.answer(to: head + chunk + chunk + chunk)
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.hasSuffix("too-large"))
        }
    }

    @Test func doesNotContinueForARefusedBody() async throws {
        try await withServer { server in
            let fields = "Host: a\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n"
            let answer = try await server.answer(to: "POST / HTTP/1.1\r\n\(fields)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(!answer.contains("100 Continue"))
        }
    }

    @Test func continuesForAnAcceptedBody() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            let fields = "Host: a\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
            try await peer.send("POST / HTTP/1.1\r\n\(fields)\r\n")
            #expect(try await peer.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            try await peer.send("abc")
            #expect(try await peer.readToEnd().hasSuffix("POST / 3"))
        }
    }

    @Test func aClientThatSendsEverythingFirstStillReadsTheRefusal() async throws {
        try await withServer { server in
            let body = String(repeating: "x", count: 2_000_000)
            let peer = try await server.connect()
            try await peer.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n" + body)
            #expect(try await peer.readToEnd().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func aRefusedClientThatKeepsSendingIsDisconnected() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n")
            await #expect(throws: PeerError.self) {
                while true {
                    try await peer.send("x")
                    await server.pass(.milliseconds(20))
                }
            }
        }
    }

    @Test func aBodyOfTheLimitIsTaken() async throws {
        try await withServer { server in
            let body = String(repeating: "x", count: 64 * 1024)
            let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
            let answer = try await server.answer(to: head + body)
            #expect(answer.hasSuffix("POST / 65536"))
        }
    }
}
