import JSON
import Loop
import ViewModels

/// A running or finished command. The command runs to its end, even if nobody waits for it.
@SceneActor final class CommandRun {
    private enum Stage {
        case running
        case waiting(JSON)  // for the answer to this dialog
        case over(Result<CommandOutcome, Problem>)
    }

    private var stage = Stage.running { didSet { wake() } }
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Starts the command.
    init(_ body: @escaping @SceneActor () async -> Result<CommandOutcome, Problem>) {
        Task { @SceneActor in
            // The order is fixed: the command runs, its changes are sent, and then its reply.
            let observer = DialogWait.Observer { [weak self] in self?.record($0) }
            let result = await DialogWait.$observer.withValue(observer, operation: body)
            await withCheckedContinuation { sent in EventLoop.shared.atEndOfTurn(.send) { sent.resume() } }
            stage = .over(result)
        }
    }

    /// Waits until the command has ended, or waits for the answer to a dialog.
    ///
    /// - Returns: The dialog, as a document shows it; `nil` if the command has ended.
    @discardableResult func pause() async -> JSON? {
        while true {
            switch stage {
            case .running: await change()
            case .waiting(let dialog): return dialog
            case .over: return nil
            }
        }
    }

    /// Waits until the command has ended, and returns its outcome.
    func outcome() async throws(Problem) -> CommandOutcome {
        while true {
            if case .over(let result) = stage { return try result.get() }
            await change()
        }
    }

    private func record(_ dialog: JSON?) {
        if case .over = stage { return }
        stage = dialog.map { .waiting($0) } ?? .running
    }

    private func change() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    private func wake() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }
}
