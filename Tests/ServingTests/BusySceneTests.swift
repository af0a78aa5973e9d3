import JSON
import Loop
import Observables
import Serving
import TestSupport
import Testing
import ViewModels

/// A scene lives as long as its work.
@Suite(.timeLimit(.minutes(5))) struct BusySceneTests {
    @Test func aCommandWithoutViewersRunsInASceneThatOthersFind() async throws {
        try await withOffice {
            $0.linger = .milliseconds(20)
        } _: { server in
            let cookie = try #require(try await server.http.get("/desk", ["Accept": "text/html"]).cookie)
            let work = Task { try await server.http.post("/desk:work", [:], ["Cookie": cookie]) }
            await server.office.hasDesk.pass()
            await server.office.desks[0].begun.pass()
            try await sweeps(of: server)
            let seen = try await server.http.get("/desk", ["Cookie": cookie])
            #expect(try seen.json["commands"]?["work"]?["running"] == true)
            await server.office.desks[0].end.open()
            #expect(try await work.value.status == 200)
            #expect(await server.office.desks.count == 1)
        }
    }

    @Test func aCommandOutlivesItsSocket() async throws {
        try await withOffice {
            $0.linger = .milliseconds(20)
        } _: { server in
            try await beginWork(at: server.port)
            await server.office.desks[0].begun.pass()
            try await sweeps(of: server)
            #expect(await server.office.desks[0].phase == .loaded)
            await server.office.desks[0].end.open()
            await unload(of: server.office.desks[0])
        }
    }

    /// Starts work at a desk, and disconnects.
    private func beginWork(at port: Int) async throws {
        let socket = try await SocketClient(port: port)
        let scene = try #require(try await socket.open("/desk")["scene"])
        try await socket.send(["type": "command", "ref": 1, "scene": scene, "command": "work"])
    }

    /// Waits until unused scenes have been removed, and again.
    private func sweeps(of server: OfficeServer) async throws {
        for number in 1...2 {
            _ = try await server.http.get("/halls/\(number)")
            await unload(of: server.office.halls[number - 1])
        }
    }
}
