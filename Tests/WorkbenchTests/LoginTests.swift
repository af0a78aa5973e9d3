import JSON
import TestSupport
import Testing

/// From a form to a list to a detail.
@Suite(.timeLimit(.minutes(5))) struct LoginTests {
    @Test(
        arguments: [
            (["mail": "visitor@example.com", "password": "short"], "password"),
            (["mail": "visitor", "password": "workbench"], "mail"),
            (["mail": "short@example.com", "password": "short"], "mail"),
            (["mail": "visitor@a.de", "password": "workbench"], "mail"),
            (["mail": "visitor@a@example.com", "password": "workbench"], "mail"),
        ] as [(JSON, String)])
    func aFaultIsTheSubjectOfAnAlertThatFocusesItsField(_ typed: JSON, _ field: String) async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/login")
            try await screen.set(typed)
            try await screen.send("sign-in")
            try await screen.follow { $0["dialog"] != .null }
            #expect(screen.document["dialog"]?["focus"] == .string(field))
            #expect(screen.document["form"]?["errors"]?[field] != nil)
            try await screen.answer("ok")
            try await screen.follow { $0["dialog"] == .null }
            try await screen.settle()
        }
    }

    @Test func aRefusalOfTheForgeIsShown() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/login")
            try await screen.set(["mail": "visitor@example.com", "password": "forgotten"])
            try await screen.send("sign-in")
            try await screen.follow { $0["dialog"] != .null }
            #expect(screen.document["dialog"]?["message"] == "401: unknown e-mail address or password.")
            try await screen.answer("ok")
            let reply = try await visitor.socket.next { $0["ref"] == "sign-in" }
            #expect(reply["error"] == nil)
        }
    }

    @Test func signingInReplacesTheScreenWithTheRepositories() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/login")
            try await screen.set(["mail": "visitor@example.com", "password": "workbench"])
            try await screen.run("sign-in")
            let navigation = try await visitor.socket.next { $0["type"] == "navigate" }
            #expect(navigation["style"] == "root")
            let list = try await visitor.open(try #require(navigation["route"]?.stringValue))
            #expect(list.document["title"] == "Repositories")
        }
    }

    @Test func theAccountShowsTheSignedInUser() async throws {
        try await withWorkbench { visitor in
            let account = try await visitor.open("/account")
            #expect(account.document["outputs"]?["mail"] == "No user is signed in.")
            let form = try await visitor.open("/login")
            try await form.set(["mail": "visitor@example.com", "password": "workbench"])
            try await form.run("sign-in")
            try await account.follow { $0["outputs"]?["mail"] == "visitor@example.com" }
            try await form.follow { $0["inputs"]?["mail"] == "" }
            try await account.run("sign-out")
            try await account.follow { $0["outputs"]?["mail"] == "No user is signed in." }
        }
    }

    @Test func repositoriesAreShownAtOnceAndRefreshedInTheBackground() async throws {
        try await withWorkbench { visitor in
            let list = try await visitor.open("/repositories")
            #expect(list.document.texts() == ["loop"])
            #expect(list.document["phase"] == "loading")
            try await list.follow { $0["phase"] == "loaded" }
            #expect(list.document.rows == ["1", "2", "3"])
            #expect(list.document.texts("subtitle")[1] == "Turns, timers and tasks")
            try await list.settle()
            let team = try await visitor.open(try #require(list.document.cell("3")?["href"]?.stringValue))
            #expect(team.document["title"] == "Core")
            #expect(team.document["outputs"]?["memberText"] == "20 members")
            #expect(team.document["outputs"]?["badge"] == "[20]")
            try await team.settle()
        }
    }
}
