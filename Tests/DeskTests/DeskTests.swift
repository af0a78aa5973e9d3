import Access
import JSON
import Loop
import TestSupport
import Testing

/// The ticket desk of the examples: who sees and does what.
@Suite(.timeLimit(.minutes(5))) struct DeskTests {
    private static let password = "correct horse battery"
    /// The smallest image: a GIF of one pixel.
    private static let image: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
        0x3B,
    ]

    /// Somebody who has signed in.
    private struct Person {
        let http: HTTPClient
        let headers: [String: String]
        let port: Int

        init(_ name: String, at port: Int) async throws {
            (http, self.port) = (HTTPClient(port: port), port)
            let origin = "http://127.0.0.1:\(port)"
            let body: JSON = ["name": .string(name), "password": .string(DeskTests.password)]
            let answer = try await http.send(
                "POST", "/-/sign-in", ["Origin": origin, "Content-Type": "application/json"], body: body.bytes)
            try #require(answer.status == 200)
            let cookies = answer.cookies.map { "\($0.key)=\($0.value.prefix { $0 != ";" })" }
            headers = ["Origin": origin, "Cookie": cookies.joined(separator: "; ")]
        }

        func get(_ route: String) async throws -> HTTPAnswer { try await http.get(route, headers) }

        func titles(_ route: String) async throws -> [String] { try await get(route).json.titles }

        func run(_ command: String, _ arguments: JSON = [:]) async throws -> HTTPAnswer {
            try await http.post(command, arguments, headers)
        }

        func watch() async throws -> SocketClient { try await SocketClient(port: port, headers: headers) }
    }

    /// Runs a desk where ada is of the team Hardware, bob of Software, and root an administrator.
    private func withDesk(_ body: (_ ada: Person, _ bob: Person, _ root: Person) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let access = try await Access(path: folder.path + "/access.sqlite")
        for (name, roles) in [("ada", []), ("bob", []), ("root", ["admin"])] as [(String, Set<String>)] {
            try #require(try await access.addPerson(name, password: Self.password, roles: roles))
        }
        await access.close()
        try await using(
            { try Program(["--port", "0"], named: "Desk", environment: ["DESK_DATA": folder.path]) },
            close: { try await $0.stop() }
        ) { program in
            let port = try #require(try await program.port())
            let root = try await Person("root", at: port)
            #expect(try await root.run("/members:add", ["person": "ada", "team": 1]).status == 200)
            #expect(try await root.run("/members:add", ["person": "bob", "team": 2]).status == 200)
            try await body(Person("ada", at: port), Person("bob", at: port), root)
        }
    }

    @Test func whoHasNotSignedInSeesTheForm() async throws {
        try await withDesk { ada, _, _ async throws in
            #expect(try await ada.http.get("/").status == 401)
            #expect(try await ada.http.get("/tickets/1").status == 401)
            #expect(try await ada.get("/me").json["title"] == "ada")
        }
    }

    @Test func aTeamSeesItsTicketsOnly() async throws {
        try await withDesk { ada, bob, root async throws in
            #expect(try await ada.titles("/") == ["Hardware"])
            #expect(try await bob.titles("/") == ["Software"])
            #expect(try await root.titles("/") == ["Hardware", "Software"])
            #expect(try await ada.run("/teams/1:open", ["title": "It is dark"]).status == 200)
            #expect(try await ada.titles("/teams/1") == ["It is dark"])
            #expect(try await ada.get("/tickets/1").json["outputs"]?["author"] == "ada")
            for route in ["/teams/1", "/tickets/1"] {
                let hidden = try await bob.get(route)
                #expect(hidden.status == 404)
                #expect(
                    try await hidden.text == bob.get(route.replacing("1", with: "9")).text.replacing("9", with: "1"))
            }
            for command in ["close", "comment", "reopen"] {
                #expect(try await bob.run("/tickets/1:\(command)", ["text": "x"]).status == 404, "\(command)")
            }
            #expect(try await ada.run("/teams/2:open", ["title": "not mine"]).status == 404)
        }
    }

    @Test func aTicketIsCommentedClosedAndDeletedByItsAuthor() async throws {
        try await withDesk { ada, bob, root async throws in
            #expect(try await root.run("/members:add", ["person": "bob", "team": 1]).status == 200)
            #expect(try await ada.run("/teams/1:open", ["title": "It is dark"]).status == 200)
            #expect(try await bob.run("/tickets/1:comment", ["text": "It is night"]).status == 200)
            #expect(try await ada.titles("/tickets/1") == ["It is night"])
            #expect(try await bob.run("/tickets/1:close").status == 200)
            #expect(try await ada.get("/tickets/1").json["outputs"]?["state"] == "closed")
            #expect(try await ada.run("/tickets/1:close").status == 403)
            #expect(try await bob.run("/teams/1:delete", ["row": "1"]).status == 403)
            #expect(try await ada.run("/teams/1:delete", ["row": "1"]).status == 200)
            #expect(try await ada.get("/tickets/1").status == 404)
        }
    }

    @Test func theStateOfTheShownTicketsIsInTheAddress() async throws {
        try await withDesk { ada, bob, _ async throws in
            for title in ["It is dark", "It is cold"] {
                #expect(try await ada.run("/teams/1:open", ["title": .string(title)]).status == 200)
            }
            #expect(try await ada.run("/tickets/1:close").status == 200)
            #expect(try await ada.titles("/teams/1") == ["It is cold", "It is dark"])
            let answer = try await ada.run("/teams/1:input", ["shown": "closed"])
            #expect(try answer.json["navigate"] == "/teams/1?state=closed")
            #expect(try await ada.titles("/teams/1?state=closed") == ["It is dark"])
            #expect(try await ada.titles("/teams/1?state=open") == ["It is cold"])
            #expect(try await ada.get("/teams/1?state=lost").status == 400)
            #expect(try await bob.get("/teams/1?state=closed").status == 404)
        }
    }

    @Test func nobodyFillsADesk() async throws {
        try await withDesk { ada, bob, root async throws in
            #expect(try await root.run("/members:add", ["person": "bob", "team": 1]).status == 200)
            for _ in 1...20 { #expect(try await ada.run("/teams/1:open", ["title": "x"]).status == 200) }
            var answer = try await ada.run("/teams/1:open", ["title": "x"])
            let deadline = ContinuousClock.now + patienceOfTests  // one more may come each three seconds
            while answer.status == 200, ContinuousClock.now < deadline {
                answer = try await ada.run("/teams/1:open", ["title": "x"])
            }
            #expect(answer.status == 429 && answer.headers["retry-after"] != nil)
            #expect(try await bob.run("/teams/1:open", ["title": "x"]).status == 200)
        }
    }

    @Test func aPictureIsForItsTeam() async throws {
        try await withDesk { ada, bob, _ async throws in
            #expect(try await ada.run("/teams/1:open", ["title": "It is dark"]).status == 200)
            let type = ["Content-Type": "image/gif"]
            let put = try await ada.http.send(
                "PUT", "/tickets/1:picture", ada.headers.merging(type) { $1 }, body: Self.image)
            #expect(put.status == 201)
            #expect(try await ada.get("/tickets/1").json["outputs"]?["picture"] == "/pictures/1")
            #expect(try await ada.get("/pictures/1").body == Self.image)
            #expect(try await bob.get("/pictures/1").status == 404)
            #expect(try await bob.get("/pictures/1").text == bob.get("/pictures/2").text.replacing("2", with: "1"))
            #expect(try await ada.http.get("/pictures/1").status == 401)
        }
    }

    @Test func aNewMemberSeesTheTeamAtOnce() async throws {
        try await withDesk { ada, bob, root async throws in
            #expect(try await ada.run("/teams/1:open", ["title": "It is dark"]).status == 200)
            let socket = try await bob.watch()
            let scene = try #require(try await socket.open("/")["scene"]?.intValue)
            #expect(try await root.run("/members:add", ["person": "bob", "team": 1]).status == 200)
            #expect(try await socket.next { $0["type"] == "gone" }["code"] == "rights")
            let opened = try await socket.open("/")
            #expect(opened["scene"]?.intValue != scene)
            #expect(opened["document"]?.titles == ["Hardware", "Software"])
            #expect(try await bob.titles("/teams/1") == ["It is dark"])
        }
    }

    @Test func membersAreForAdministrators() async throws {
        try await withDesk { ada, _, root async throws in
            #expect(try await root.titles("/members") == ["ada", "bob"])
            let hidden = try await ada.get("/members")
            #expect(hidden.status == 404)
            #expect(try await hidden.text == ada.get("/nothing").text.replacing("nothing", with: "members"))
            #expect(try await ada.run("/members:add", ["person": "ada", "team": 2]).status == 404)
        }
    }
}

extension JSON {
    /// The titles of the rows of a document, through all sections.
    fileprivate var titles: [String] {
        let rows = (self["sections"]?.arrayValue ?? []).flatMap { $0["rows"]?.arrayValue ?? [] }
        return rows.compactMap(\.stringValue).map { self["cells"]?[$0]?["title"]?.stringValue ?? "" }
    }
}
