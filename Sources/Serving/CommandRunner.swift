import Changes
import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Runs commands for every transport, and runs each key once. A retry with the key of a finished command gets that
/// command's response, unless the command failed for a temporary reason. A key with another row or other arguments is
/// refused.
///
/// The database may remember calls that the server does not, such as after a restart: commands have a ``Receipt`` for
/// it. A command waits until its scene has loaded, so that it finds its slots and records.
@SceneActor final class CommandRunner {
    private let registry: SceneRegistry
    private let meters: Meters
    private let context: ServerContext
    private var answers: [CommandKey: Answer] = [:]
    private var order: [CommandKey] = []
    private var lastNumber = 0

    /// The maximum number of remembered responses.
    private static let memory = 1_000
    /// The maximum size of a key, in bytes.
    private static let longestKey = 255

    /// A running or finished call, with the hash of its request.
    private struct Answer {
        let number: Int
        let request: UInt64
        let run: CommandRun
        /// The memory of the response, once the call has ended.
        let kept: ByteHolding
    }

    private typealias Body = @SceneActor () async -> Result<CommandOutcome, Problem>

    init(registry: SceneRegistry, context: ServerContext) {
        self.registry = registry
        meters = context.meters
        self.context = context
        context.memory.addCache(of: .answers) { [weak self] in self?.forgetOldest($0) }
    }

    /// Starts a command of the scene at `route`, or finds the earlier call with the same key. An invalid `invocation`
    /// is reported only after an unknown scene, and after a name that is an upload slot.
    func start(
        _ command: String, _ invocation: Result<Invocation, Problem>, at route: Route, for visitor: SessionTicket,
        key: String?, if condition: Precondition?, id: String
    ) async throws(Problem) -> CommandRun {
        try visitor.refuseLooking()
        let found = await withCheckedContinuation { continuation in
            registry.find(route, for: visitor) { found in
                continuation.resume(returning: found.map { ($0, $0.hold(for: visitor)) })
            }
        }
        let (scene, hold) = try found.mapError { Problem($0) }.get()
        defer { hold.release() }
        try await Self.wait(for: scene, context, toRun: command)
        let (viewModel, name) = scene.screen.viewModel.target(of: command)
        if let slot = viewModel.uploadSlot(named: name) { throw .notAFile(slot) }
        return try start(try invocation.get(), on: scene, for: visitor, key: key, if: condition, id: id)
    }

    /// Starts a command of a scene or of an embedded view model, or finds the earlier call with the same key. Its
    /// log lines have the id.
    func start(
        _ invocation: Invocation, on scene: Scene, for visitor: SessionTicket, key: String?,
        if condition: Precondition? = nil, id: String = RequestID.make()
    ) throws(Problem) -> CommandRun {
        try visitor.refuseLooking()
        try context.limits.runCommand(of: visitor.address, rate: context.settings.commandRate)
        if let key, key.utf8.count > Self.longestKey { throw .longKey(Self.longestKey) }
        let key = CommandKey(key, for: invocation.command, on: scene.screen, by: visitor.principal)
        let request = key == nil ? 0 : invocation.hash(on: scene.screen)  // O(arguments)
        if let known = try earlierRun(for: key, request: request) { return known }
        let hold = scene.hold(for: visitor)  // before the task begins, or the scene might be closed until then
        let fields = ["id": id, "path": scene.screen.viewModel.misuseName, "command": invocation.command]
        return newRun(for: key, request: request, logging: fields) { [self] in
            defer { hold.release() }
            meters.recordCommand()
            var inner = invocation
            inner.receipt = key?.receipt(of: request)
            (inner.principal, inner.address) = (visitor.principal, visitor.address)
            do throws(Problem) {
                try await Self.wait(for: scene, context, toRun: invocation.command)
                try await context.verify(visitor.identity)
                let viewModel = try Self.target(of: &inner, on: scene)
                try Self.checkEnd(of: scene, viewModel)
                let row = await Self.hold(inner, of: viewModel, on: scene, context)
                defer { row?.release() }
                if let condition { try await Self.meet(condition, by: &inner, of: viewModel, on: scene, context) }
                await registry.knowRights(of: visitor.principal)
                try await context.verify(visitor.identity)  // the waits before may have taken seconds
                guard registry.mayWatch(scene.screen, visitor.principal) else { throw .rightsChanged }
                if context.isLimited(visitor.principal) { try context.guesses.check(visitor) }
                let outcome = try await run(inner, of: viewModel, for: visitor, isConditional: condition != nil)
                guard scene.screen.viewModel.mistake == nil else { throw .mistake }
                if let navigation = outcome.navigation {
                    inner.command == "input"
                        ? scene.recordDeparture(setting: navigation) : scene.recordDeparture(navigation)
                }
                meters.record(.done)
                audit(inner, on: scene, by: visitor)
                return .success(outcome)
            } catch {
                meters.record(error.status < 500 ? .refused : .failed)
                if error.isRefusalWithoutReason { context.guesses.record(visitor) }
                audit(inner, on: scene, by: visitor, error)
                return .failure(error.placed(fields))
            }
        }
    }

    /// Records a command in the audit, but not the inputs of a visitor's own screen.
    private func audit(
        _ invocation: Invocation, on scene: Scene, by visitor: SessionTicket, _ problem: Problem? = nil
    ) {
        guard !["input", "edit"].contains(invocation.command) else { return }
        let event = problem.map { $0.status < 500 ? "command refused" : "command failed" } ?? "command"
        let code = problem.map { ": \($0.code)" } ?? ""
        var call = invocation.addressed(on: scene.screen)
        let row = call.row
        call.row = nil
        context.audit(event, at: scene.screen.route, row: row, "\(call)\(code)", by: visitor)
    }

    /// Waits until the scene has loaded. The answer to a dialog does not wait, because the loading itself may have
    /// opened the dialog.
    private static func wait(for scene: Scene, _ context: ServerContext, toRun command: String) async throws(Problem) {
        let isReady = command == "dialog" ? true : await scene.ready(within: context.settings.patience)
        if let refusal = scene.screen.refusal { throw Problem(refusal) }
        if !isReady { throw Problem(unready: scene) }
    }

    /// Returns the view model that a command is for, and changes the command to its name there.
    private static func target(of invocation: inout Invocation, on scene: Scene) throws(Problem) -> ViewModel {
        let (viewModel, name) = scene.screen.viewModel.target(of: invocation.command)
        // Shared scenes take no inputs from a single visitor, except for those in the visitor's address.
        if !scene.screen.isPersonal, ["input", "edit"].contains(name),
            name == "edit" || !viewModel.namesInQuery.isSuperset(of: invocation.arguments.names)
                || invocation.arguments.isEmpty,
            !viewModel.commands.contains(where: { $0.name == name })
        {
            throw Problem(CommandFailure.unknown(command: invocation.command))
        }
        invocation.command = name
        return viewModel
    }

    /// Refuses a command of a scene that has ended, even before its viewers have been notified at the end of this turn.
    /// A command for the row of a table is left to the store.
    private static func checkEnd(of scene: Scene, _ viewModel: ViewModel) throws(Problem) {
        guard !(viewModel is any Remembering), let code = scene.screen.viewModel.endCode ?? viewModel.endCode else {
            return
        }
        throw Problem(ended: code, scene.screen.route)
    }

    /// Keeps the row of a command on display if it has no viewers, because the row's cell determines the allowed
    /// commands.
    private static func hold(
        _ invocation: Invocation, of viewModel: ViewModel, on scene: Scene, _ context: ServerContext
    ) async -> RowHold? {
        guard let row = viewModel.unreadRow(of: invocation) else { return nil }
        let hold = RowHold(row, of: viewModel, on: scene)
        await hold.ready(within: context.settings.patience)
        return hold
    }

    /// Refuses a command whose precondition fails. A command with a key may already have run and changed the state
    /// itself. In that case the store that remembers the key decides.
    private static func meet(
        _ condition: Precondition, by invocation: inout Invocation, of viewModel: ViewModel, on scene: Scene,
        _ context: ServerContext
    ) async throws(Problem) {
        do throws(Problem) {
            try await condition.check(scene, context)
            if condition.isMatch, invocation.expected.isEmpty { invocation.expected = viewModel.outputs }
        } catch {
            guard error == .changed, viewModel is any Remembering, invocation.receipt != nil else { throw error }
            invocation.receipt?.isQuestion = true
        }
    }

    private func run(
        _ invocation: Invocation, of viewModel: ViewModel, for visitor: SessionTicket, isConditional: Bool
    ) async throws(Problem) -> CommandOutcome {
        let result: Result<CommandOutcome, CommandFailure> = await Misuse.attribute(to: viewModel) {
            do throws(CommandFailure) { return .success(try await viewModel.run(invocation)) } catch {
                return .failure(error)
            }
        }
        do throws(CommandFailure) {
            var outcome = try result.get()
            outcome.result = outcome.result.forViewers
            return outcome
        } catch {
            if isConditional, case .conflict = error { throw .changed }
            throw context.told(Problem(error), to: visitor.principal)
        }
    }

    /// Returns the earlier call with the same key, if any.
    private func earlierRun(for key: CommandKey?, request: UInt64) throws(Problem) -> CommandRun? {
        guard let known = key.flatMap({ answers[$0] }) else { return nil }
        guard known.request == request else { throw .keyReused }
        return known.run
    }

    /// Starts a call, and remembers it by its key.
    private func newRun(
        for key: CommandKey?, request: UInt64, logging fields: [String: String], _ body: @escaping Body
    ) -> CommandRun {
        let body: Body = { await LogContext.$fields.withValue(fields) { await body() } }
        guard let key else { return CommandRun(body) }
        lastNumber += 1
        let number = lastNumber
        let kept = ByteHolding(.answers, in: context.memory)
        let run = CommandRun { [weak self, weak kept] in
            let result = await body()
            kept?.set(Self.footprint(of: result))
            self?.forgetMore()
            if case .failure(let problem) = result, problem.isTemporary {
                self?.forget(key, number)
            }
            return result
        }
        answers[key] = Answer(number: number, request: request, run: run, kept: kept)
        order.append(key)
        if order.count > Self.memory { answers[order.removeFirst()] = nil }
        return run
    }

    /// Returns the approximate memory of a response, in bytes.
    private static func footprint(of result: Result<CommandOutcome, Problem>) -> Int {
        let answer =
            switch result {
            case .success(let outcome):
                JSON.object(outcome.result).footprint + (outcome.navigation?.route.utf8.count ?? 0)
            case .failure(let problem):
                problem.fields.reduce(problem.message.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            }
        return 2048 + answer  // with the key
    }

    /// Drops the oldest responses if all of them exceed a sixteenth of the memory limit.
    private func forgetMore() {
        forgetOldest(context.memory.bytes(of: .answers) - context.memory.limit / 16)
    }

    /// Drops the oldest responses until this many bytes are free. Running calls have no response.
    private func forgetOldest(_ bytes: Int) {
        guard bytes > 0 else { return }
        var (missing, count) = (bytes, 0)
        while missing > 0, count < order.count {
            missing -= answers[order[count]]?.kept.count ?? 0
            count += 1
        }
        for key in order.prefix(count) where answers[key]?.kept.count ?? 0 > 0 { answers[key] = nil }
        order.removeAll { answers[$0] == nil }
    }

    private func forget(_ key: CommandKey, _ number: Int) {
        guard answers[key]?.number == number else { return }
        answers[key] = nil
        order.removeAll { $0 == key }
    }
}
