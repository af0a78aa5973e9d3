import JSON
import Loop
import Observables
import Serving
import TestSupport
import Testing
import ViewModels

/// A user's input is kept, whatever other screens they open.
@Suite(.timeLimit(.minutes(5))) struct DraftTests {
    @Test func aDraftOutlivesScreensWithoutInput() async throws {
        try await withOffice {
            $0.linger = .milliseconds(20)
        } _: { server in
            let cookie = try #require(try await server.http.get("/desk").cookie)
            let typed = try await server.http.post("/desk:input", ["note": "A long letter"], ["Cookie": cookie])
            #expect(typed.status == 200)
            // On a busy machine, the first desk may have ended before the note arrived.
            let desk = try #require(await server.office.desks.last)
            for number in 1...150 {
                #expect(try await server.http.get("/drawers/\(number)", ["Cookie": cookie]).status == 200)
                #expect(try await server.http.get("/cupboards/\(number)", ["Cookie": cookie]).status == 404)
            }
            await unload(of: desk)
            let again = try await server.http.get("/desk", ["Cookie": cookie])
            #expect(await server.office.desks.last !== desk)
            #expect(try again.json["inputs"]?["note"] == "A long letter")
        }
    }
}
