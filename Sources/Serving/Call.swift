import JSON
import Loop
import ViewModels

/// A call of a command. It runs to its end, whether or not somebody waits for it.
@SceneActor final class Call {
    private enum Stage {
        case running
        case waiting(JSON)  // for the answer of this dialog
        case over(Result<CommandOutcome, Problem>)
    }

    private var stage = Stage.running { didSet { wake() } }
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Begins.
    init(_ body: @escaping @SceneActor () async -> Result<CommandOutcome, Problem>) {
        Task { @SceneActor in
            // 1. The command runs. 2. What it has changed is sent. 3. Its reply is.
            let observer = DialogWait.Observer { [weak self] in self?.note($0) }
            let result = await DialogWait.$observer.withValue(observer, operation: body)
            await withCheckedContinuation { sent in EventLoop.shared.atEndOfTurn(.send) { sent.resume() } }
            stage = .over(result)
        }
    }

    /// Waits until it is over, or waits for the answer of a dialog.
    ///
    /// - Returns: The dialog, as a document shows it, unless it is over.
    @discardableResult func pause() async -> JSON? {
        while true {
            switch stage {
            case .running: await change()
            case .waiting(let dialog): return dialog
            case .over: return nil
            }
        }
    }

    /// Waits until it is over.
    func outcome() async throws(Problem) -> CommandOutcome {
        while true {
            if case .over(let result) = stage { return try result.get() }
            await change()
        }
    }

    private func note(_ dialog: JSON?) {
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
