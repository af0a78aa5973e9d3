import Oriel

/// A remote service. Fetched data is available at once; requests take a while.
@SceneActor final class Forge {
    /// The fetched repositories, by id.
    let repositories = ArrayModel([Repository(id: 2, name: "loop", summary: "Turns and timers", team: 10)])

    private let teams = [
        Team(id: 10, name: "Core", slug: "core", summary: "The base of all packages", memberCount: 20),
        Team(id: 11, name: "Design", slug: "design", summary: "The user interface", memberCount: 7),
    ]

    /// Signs a user in.
    func signIn(mail: String, password: String) async throws {
        try await travel()
        guard password == "workbench" else { throw ForgeError.unauthorized }
    }

    /// Fetches the repositories.
    func refresh() async throws {
        try await travel()
        let fetched = [
            Repository(id: 3, name: "oriel", summary: "Screens on any device", team: 10),
            Repository(id: 1, name: "icons", summary: "Sixteen by sixteen", team: 11),
            Repository(id: 2, name: "loop", summary: "Turns, timers and tasks", team: 10),
        ]
        repositories.replaceAll(with: fetched.sorted { $0.id < $1.id }, identifiedBy: \.id)
    }

    /// Returns the team with an id, or `nil`.
    func team(_ id: Int) -> Team? {
        teams.first { $0.id == id }
    }

    private func travel() async throws {
        try await Task.sleep(for: .milliseconds(300))
    }
}
