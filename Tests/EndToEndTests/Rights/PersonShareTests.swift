import JSON
import Serving
import TestSupport
import Testing

/// `scenesPerAddress` counts people and programs that have signed in, not the address that they share.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct PersonShareTests {
    private static let office = ["X-Forwarded-For": "192.0.2.1"]

    @Test func peopleBehindOneAddressDoNotShareTheLimit() async throws {
        try await withShares { server in
            var sockets: [SocketClient] = []
            for person in 1...3 {
                let socket = try await socket(server)("person:\(person):admin")
                sockets.append(socket)
                for number in 1...3 { #expect(try await opened(10 * person + number, socket) == "snapshot") }
                #expect(try await opened(10 * person + 4, socket) == "too-many-scenes")
            }
            #expect(try await opened(11, sockets[2]) == "snapshot", "others hold it too")
        }
    }

    @Test func aPersonHasOneLimitAtAllAddresses() async throws {
        try await withShares { server in
            let away = try await socket(server, from: [:])(Helpdesk.root)
            let office = try await socket(server)(Helpdesk.root)
            for number in 1...3 { #expect(try await opened(number, away) == "snapshot") }
            #expect(try await opened(4, office) == "too-many-scenes")
            let refusal = try await office.open("/Ticket?Id.gt=5")
            #expect(refusal["message"] == "You hold 3 screens open alone. Close some of them.")
            #expect(try await opened(1, office) == "snapshot")
        }
    }

    @Test func aPersonAndAProgramWithOneIDAreTwo() async throws {
        try await withShares { server in
            let person = try await socket(server)("person:7:admin")
            let program = try await socket(server)("program:7:admin")
            for number in 1...3 { #expect(try await opened(number, person) == "snapshot") }
            for number in 4...6 { #expect(try await opened(number, program) == "snapshot") }
            #expect(try await opened(7, program) == "too-many-scenes")
        }
    }

    private func withShares(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) {
            $0.scenesPerAddress = 3
            $0.addressHeader = "X-Forwarded-For"
        } _: {
            try await body($0)
        }
    }

    private func socket(
        _ server: TestServer, from headers: [String: String] = office
    ) -> @Sendable (String) async throws -> SocketClient {
        let port = server.port
        return { principal in
            try await SocketClient(port: port, headers: headers.merging(TestServer.headers(principal)) { $1 })
        }
    }

    /// Opens one of many screens. Returns the kind of the answer, or the code of a refusal.
    private func opened(_ number: Int, _ socket: SocketClient) async throws -> String? {
        let answer = try await socket.open("/Ticket?Id.gt=\(number)")
        return (answer["code"] ?? answer["type"])?.stringValue
    }
}
