import JSON
import OrielTesting
import Testing

/// From a form to a list to a detail.
@Suite(.timeLimit(.minutes(5))) struct LoginTests {
    private let app: TestApp
    private let page: Visit

    init() async throws {
        app = try await makeWorkbench()
        page = try await Visit(app, "/account")
    }

    /// Fills in the form, and presses its button.
    private func signIn(_ mail: String = "visitor@example.com", password: String = "workbench") async throws {
        try await page.go(to: "/login")
        try await page.type(mail, into: "Mail")
        try await page.type(password, into: "Password")
        try await page.tap("Sign in")
    }

    @Test(
        arguments: [
            ("visitor@example.com", "short", "password"), ("visitor", "workbench", "mail"),
            ("short@example.com", "short", "mail"), ("visitor@a.de", "workbench", "mail"),
            ("visitor@a@example.com", "workbench", "mail"),
        ])
    func aFaultIsTheSubjectOfAnAlertThatFocusesItsField(_ mail: String, _ password: String, _ field: String)
        async throws
    {
        try await signIn(mail, password: password)
        #expect(page.dialog?.focus == field)
        #expect(try page.field(field).problem != nil)
        try await page.answer("ok")
        #expect(page.dialog == nil)
        try await page.waitForGET()
    }

    @Test func aRefusalOfTheForgeIsShown() async throws {
        try await signIn(password: "forgotten")
        #expect(page.dialog?.message == "401: unknown e-mail address or password.")
        #expect(try await page.answer("ok") == [:])
    }

    @Test func signingInReplacesTheScreenWithTheRepositories() async throws {
        try await signIn()
        #expect(page.title == "Repositories")
        await #expect(throws: TestFailure.self) { try await page.goBack() }
    }

    @Test func theAccountShowsTheSignedInUser() async throws {
        let account = try await page.open("/account")
        #expect(account.outputs["mail"] == "No user is signed in.")
        try await signIn()
        try await account.wait("the account has a user") { $0.outputs["mail"] == "visitor@example.com" }
        #expect(try await account.open("/login").field("Mail").value == "")
        try await account.tap("Sign out")
        try await account.wait("the account has no user") { $0.outputs["mail"] == "No user is signed in." }
    }

    @Test func repositoriesAreShownAtOnceAndRefreshedInTheBackground() async throws {
        let list = try await Visit(app, "/repositories")
        let first = try #require(await list.recording().screens.first)
        #expect(first.rows.map(\.title) == ["loop"])
        #expect(first.phase == "loading")
        #expect(list.rows.map(\.id) == ["1", "2", "3"])
        #expect(list.rows[1].subtitle == "Turns, timers and tasks")
        try await list.waitForGET()
        try await list.tap(list.rows[2])
        #expect(list.title == "Core")
        #expect(list.outputs["memberText"] == "20 members")
        #expect(list.outputs["badge"] == "[20]")
        try await list.waitForGET()
    }
}
