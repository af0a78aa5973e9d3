import JSON
import Loop
import Scenes
import ViewModels

/// Runs commands for every door, each key once: a retry with the key of a command that ran gets that command's answer,
/// unless it failed for a reason that may pass.
@SceneActor final class CommandRunner {
    private let registry: SceneRegistry
    private var answers: [Key: Task<Result<CommandOutcome, Problem>, Never>] = [:]
    private var order: [Key] = []

    /// How many answers are remembered.
    private static let memory = 1_000

    private struct Key: Hashable {
        let route: String
        let command: String
        let key: String
    }

    init(registry: SceneRegistry) {
        self.registry = registry
    }

    /// Runs a command of the scene at `route`. Once begun it runs to its end, whether or not somebody waits for it.
    func run(_ invocation: Invocation, at route: Route, key: String?) async throws(Problem) -> CommandOutcome {
        let found = await withCheckedContinuation { continuation in
            registry.find(route) { continuation.resume(returning: $0) }
        }
        return try await run(invocation, on: found.mapError { Problem($0) }.get(), key: key)
    }

    /// Runs a command of a scene.
    func run(_ invocation: Invocation, on scene: Scene, key: String?) async throws(Problem) -> CommandOutcome {
        let viewModel = scene.screen.viewModel
        let key = key.map { Key(route: scene.screen.route.description, command: invocation.command, key: $0) }
        let work = answer(for: key) {
            do throws(CommandFailure) {
                return .success(try await viewModel.run(invocation))
            } catch {
                return .failure(Problem(error))
            }
        }
        let result = await work.value
        if let key, case .failure(let problem) = result, problem.status >= 500 { answers[key] = nil }
        return try result.get()
    }

    /// The answer to a key: of the command that ran with it, or of this one, which begins now.
    private func answer(
        for key: Key?, _ body: @escaping @SceneActor () async -> Result<CommandOutcome, Problem>
    ) -> Task<Result<CommandOutcome, Problem>, Never> {
        if let key, let known = answers[key] { return known }
        let work = Task { @SceneActor in await body() }
        guard let key else { return work }
        answers[key] = work
        order.append(key)
        if order.count > Self.memory { answers[order.removeFirst()] = nil }
        return work
    }
}
