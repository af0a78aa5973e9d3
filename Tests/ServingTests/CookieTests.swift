import JSON
import Loop
import Serving
import TestSupport
import Testing

/// One browser is one session, and receives a cookie only when needed.
@Suite(.timeLimit(.minutes(5))) struct CookieTests {
    @Test func aSocketAndRequestsWithItsCookieAreOneSession() async throws {
        try await withOffice { server in
            let socket = try await SocketClient(port: server.port)
            let cookie = try #require(socket.cookie)
            for _ in 0..<2 {
                let answer = try await server.http.get("/desk", ["Cookie": cookie])
                #expect(answer.cookie == nil)
            }
            let desk = try #require(try await socket.open("/desk")["scene"]?.intValue)
            try await socket.set(["note": "mine"], scene: desk)
            try await socket.follow(desk) { $0["inputs"]?["note"] == "mine" }
            #expect(try await server.http.get("/desk", ["Cookie": cookie]).json["inputs"]?["note"] == "mine")
            #expect(await server.office.desks.count == 1)
        }
    }

    @Test func aPageSetsTheCookieOfItsSocket() async throws {
        try await withOffice { server in
            let page = try await server.http.get("/halls/1", ["Accept": "text/html"])
            let cookie = try #require(page.cookie)
            #expect(page.headers["cache-control"] == "private, no-cache")
            for _ in 0..<2 {
                let socket = try await SocketClient(port: server.port, cookie: cookie)
                #expect(socket.cookie == nil)
                _ = try await socket.open("/desk")
            }
            let again = try await server.http.get("/desk", ["Accept": "text/html", "Cookie": cookie])
            #expect(again.cookie == nil)
            #expect(again.headers["cache-control"] == "no-cache")
            #expect(await server.office.desks.count == 1)
        }
    }

    @Test func aCookieIsSentAgainAfterATenthOfItsLifetime() async throws {
        try await withOffice {
            $0.sessionLifetime = .seconds(3600)
        } _: { server in
            let first = try await server.http.get("/desk")
            #expect(first.headers["set-cookie"]?.contains("Max-Age=3600") == true)
            let cookie = try #require(first.cookie)
            #expect(try await server.http.get("/desk", ["Cookie": cookie]).cookie == nil)
        }
        try await withOffice {
            $0.sessionLifetime = .milliseconds(1)  // a tenth of it is over at once, and the scene keeps the session
        } _: { server in
            let cookie = try #require(try await server.http.get("/desk").cookie)
            #expect(try await server.http.get("/desk", ["Cookie": cookie]).cookie == cookie)
            #expect(try await server.http.get("/halls/1", ["Cookie": cookie]).cookie == nil)
        }
    }

    @Test func anUnknownRouteNeedsNoSession() async throws {
        try await withOffice { server in
            for path in ["/nowhere", "/cupboards/1", "/cupboards/x"] {
                let answer = try await server.http.get(path)
                #expect(answer.status == 404, "\(path)")
                #expect(answer.cookie == nil, "\(path)")
            }
            let answer = try await server.http.post("/nowhere:work")
            #expect(answer.status == 404)
            #expect(answer.cookie == nil)
        }
    }

    @Test func aRefusedCommandReturnsTheCurrentTag() async throws {
        try await withOffice { server in
            let answer = try await server.http.post("/desk:fail")
            #expect(answer.status == 422)
            let cookie = try #require(answer.cookie)
            #expect(try await server.http.get("/desk", ["Cookie": cookie]).json["inputs"]?["note"] == "failed")
            let wrong = try await server.http.post("/desk:input", ["nothing": 1])
            #expect(wrong.status == 422)
            #expect(wrong.cookie != nil)
        }
    }

    @Test func personalDocumentsAreCompressed() async throws {
        try await withOffice { server in
            let cookie = try #require(try await server.http.get("/desk").cookie)
            let note = String(repeating: "A long letter. ", count: 50)
            _ = try await server.http.post("/desk:input", ["note": .string(note)], ["Cookie": cookie])
            let request = ["Accept-Encoding": "gzip", "Cookie": cookie]
            let desk = try await server.http.get("/desk", request)
            #expect(desk.headers["content-encoding"] == "gzip")
            #expect(desk.headers["cache-control"] == "private, no-cache")
            #expect(desk.headers["etag"]?.hasPrefix("W/") == true)
            #expect(desk.body.starts(with: [0x1F, 0x8B]))
            let held = request.merging(["If-None-Match": desk.headers["etag"] ?? ""]) { $1 }
            let again = try await server.http.get("/desk", held)
            #expect(again.status == 304)
            #expect(again.headers["content-length"] == String(desk.body.count))
        }
    }
}
