import Oriel

/// A service far away, as the app knows it: what was fetched is here at once, the rest takes its time.
@SceneActor final class Forge {
    /// The repositories that were fetched, by id.
    let repositories = ArrayModel([Repository(id: 2, name: "loop", summary: "Turns and timers", team: 10)])

    private let teams = [
        Team(id: 10, name: "Core", slug: "core", summary: "What all else stands on", memberCount: 20),
        Team(id: 11, name: "Design", slug: "design", summary: "What people see", memberCount: 7),
    ]

    /// Signs a person in.
    func signIn(mail: String, password: String) async throws {
        try await travel()
        guard password == "workbench" else { throw ForgeError.unauthorized }
    }

    /// Fetches the repositories.
    func refresh() async throws {
        try await travel()
        let fetched = [
            Repository(id: 3, name: "oriel", summary: "Screens that are anywhere", team: 10),
            Repository(id: 1, name: "icons", summary: "Sixteen by sixteen", team: 11),
            Repository(id: 2, name: "loop", summary: "Turns, timers and tasks", team: 10),
        ]
        repositories.replaceAll(with: fetched.sorted { $0.id < $1.id }, identifiedBy: \.id)
    }

    /// A team, if there is one of this id.
    func team(_ id: Int) -> Team? {
        teams.first { $0.id == id }
    }

    private func travel() async throws {
        try await Task.sleep(for: .milliseconds(300))
    }
}
