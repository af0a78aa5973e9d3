import JSON
import TestSupport
import Testing

/// Integers that not every reader of JSON keeps travel as strings, both ways.
@Suite(.timeLimit(.minutes(1))) struct LargeNumberTests {
    @Test func theyAreStringsInADocumentAndAreTakenAsStrings() async throws {
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

    @Test func theyAreStringsInPatchesToo() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/desk")["scene"])
            try await socket.send(["type": "input", "ref": 2, "scene": scene, "values": ["number": 5]])
            try await socket.send(
                ["type": "input", "ref": 3, "scene": scene, "values": ["number": "9007199254740993"]])
            var told: JSON?
            while told != "9007199254740993" {
                let message = try await socket.next()
                for operation in message["patch"]?.arrayValue ?? [] where operation["path"] == "/inputs/number" {
                    told = operation["value"]
                }
            }
        }
    }
}
