import JSON
import Loop
import Scenes
import ViewModels

/// Runs commands for every door, each key once: a retry with the key of a command that ran gets that command's answer,
/// unless it failed for a reason that may pass. A key that comes with another row or other arguments is refused.
@SceneActor final class CommandRunner {
    private let registry: SceneRegistry
    private var answers: [Key: Answer] = [:]
    private var order: [Key] = []

    /// How many answers are remembered.
    private static let memory = 1_000
    /// How many bytes a key may have.
    private static let longestKey = 255

    private struct Key: Hashable {
        let route: String
        let command: String
        let key: String
    }

    /// What came of a command, or will come, and what it was asked to do.
    private struct Answer {
        let request: UInt64
        let work: Work
    }

    private typealias Work = Task<Result<CommandOutcome, Problem>, Never>

    init(registry: SceneRegistry) {
        self.registry = registry
    }

    /// Runs a command of the scene at `route`. Once begun it runs to its end, whether or not somebody waits for it.
    func run(
        _ invocation: Invocation, at route: Route, for visitor: SessionTicket, key: String?
    ) async throws(Problem) -> CommandOutcome {
        let found = await withCheckedContinuation { continuation in
            registry.find(route, for: visitor) { found in
                continuation.resume(returning: found.map { ($0, $0.hold(for: visitor)) })
            }
        }
        let (scene, hold) = try found.mapError { Problem($0) }.get()
        defer { hold.release() }
        guard scene.screen.viewModel.imageSlot(named: invocation.command) == nil else {
            throw .methodNotAllowed("POST", allow: ColonAddress.slotMethods)
        }
        return try await run(invocation, on: scene, for: visitor, key: key)
    }

    /// Runs a command of a scene.
    func run(
        _ invocation: Invocation, on scene: Scene, for visitor: SessionTicket, key: String?
    ) async throws(Problem) -> CommandOutcome {
        if let key, key.utf8.count > Self.longestKey { throw .longKey(Self.longestKey) }
        let viewModel = scene.screen.viewModel
        // What is everybody's is not one visitor's to set.
        if !scene.screen.isPersonal, ["input", "edit"].contains(invocation.command),
            !viewModel.commands.contains(where: { $0.name == invocation.command })
        {
            throw Problem(CommandFailure.unknown(command: invocation.command))
        }
        let key = key.map { Key(route: scene.screen.key, command: invocation.command, key: $0) }
        let work = try work(for: key, request: invocation.hash) {
            let hold = scene.hold(for: visitor)
            defer { hold.release() }
            do throws(CommandFailure) {
                let outcome = try await viewModel.run(invocation)
                if let navigation = outcome.navigation { scene.noteDeparture(navigation) }
                return .success(outcome)
            } catch {
                return .failure(Problem(error))
            }
        }
        let result = await work.value
        if let key, case .failure(let problem) = result, problem.status >= 500 { forget(key, work) }
        return try result.get()
    }

    /// The work for a key: of the command that came with it first, or of this one, which begins now.
    private func work(
        for key: Key?, request: UInt64, _ body: @escaping @SceneActor () async -> Result<CommandOutcome, Problem>
    ) throws(Problem) -> Work {
        if let key, let known = answers[key] {
            guard known.request == request else { throw .keyReused }
            return known.work
        }
        let work = Task { @SceneActor in await body() }
        guard let key else { return work }
        answers[key] = Answer(request: request, work: work)
        order.append(key)
        if order.count > Self.memory { answers[order.removeFirst()] = nil }
        return work
    }

    private func forget(_ key: Key, _ work: Work) {
        guard answers[key]?.work == work else { return }
        answers[key] = nil
        order.removeAll { $0 == key }
    }
}

extension Invocation {
    /// A hash of what is to be done, and to which row: the same at every door, whether the row stands beside the
    /// arguments or among them.
    fileprivate var hash: UInt64 {
        var members = arguments
        if let row { members["row"] = .string(row) }
        return JSON.object(members).contentHash
    }
}
