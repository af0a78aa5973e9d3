import JSON
import TestSupport
import Testing

/// A load that throws is a problem of the screen that it was for, and of nothing else.
@Suite(.timeLimit(.minutes(5))) struct FailedLoadTests {
    private let failure: JSON = ["code": "load-failed", "message": "The archive burns."]

    @Test func aFailedLoadIsAProblemOfTheScreenAndItsPart() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/archive")["scene"]?.intValue)
            try await socket.follow(scene) { isLoaded($0) && $0["problem"] == failure }
            try await socket.follow(scene) { document in
                document["slots"]?["shelf"].map { isLoaded($0) && $0["problem"] == failure } ?? false
            }
            let archive = try await server.http.get("/archive")
            #expect(archive.status == 200)
            #expect(try archive.json["problem"] == failure)
        }
    }

    @Test(arguments: [nil, "shelf"]) func aReloadThatFailsAgainIsAProblemAgain(slot: String?) async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/archive")["scene"]?.intValue)
            try await socket.follow(scene) { isLoaded(part(slot, of: $0)) }
            for isBurning in [false, true, true, false, true] {
                let answer = try await server.http.post(
                    "/archive:\(slot.map { $0 + "." } ?? "")reload", ["burning": .bool(isBurning)])
                #expect(answer.status == 200)
                try await socket.follow(scene) {
                    let part = part(slot, of: $0)
                    return isLoaded(part) && (part["problem"] ?? .null) == (isBurning ? failure : .null)
                }
            }
        }
    }

    private func part(_ slot: String?, of document: JSON) -> JSON {
        slot.map { document["slots"]?[$0] ?? .null } ?? document
    }

    private func isLoaded(_ part: JSON) -> Bool { part["phase"] == "loaded" }
}
