import JSON
import TestSupport
import Testing

/// Integers that not every reader of JSON keeps travel as strings, both ways.
@Suite(.timeLimit(.minutes(5))) struct LargeNumberTests {
    @Test func largeIntegersAreStringsInDocumentsAndInput() async throws {
        try await withOffice { server in
            let first = try await server.http.get("/desk", ["Accept": "text/html"])
            let cookie = ["Cookie": try #require(first.cookie)]
            var desk = try await server.http.get("/desk", cookie).json
            #expect(
                desk["outputs"]?["numbers"] == ["-9223372036854775808", 9_007_199_254_740_992, "9007199254740993"])
            #expect(desk["inputs"]?["number"] == "9223372036854775807")
            for number in ["-9223372036854775807", 7] as [JSON] {
                #expect(try await server.http.post("/desk:input", ["number": number], cookie).status == 200)
                desk = try await server.http.get("/desk", cookie).json
                #expect(desk["inputs"]?["number"] == number)
            }
        }
    }

    @Test func largeIntegersAreStringsInPatches() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/desk")["scene"]?.intValue)
            for number in [5, "9007199254740993"] as [JSON] {
                try await socket.set(["number": number], scene: scene)
                try await socket.follow(scene) { $0["inputs"]?["number"] == number }
            }
        }
    }
}
