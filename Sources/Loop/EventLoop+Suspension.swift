extension EventLoop {
    /// Suspends the caller until `body`'s continuation is resumed: `withCheckedContinuation` for those who are on the loop.
    ///
    ///     let answer = await EventLoop.suspension { waiting.append($0) }
    ///
    /// The runtime resumes a continuation on a thread of its own, which sends the task on to where it belongs. Here it comes
    /// back to the loop at once: without two switches of threads, at a quarter of their price. But `body` is called in a later
    /// turn, so it is nothing for who has just looked at something that may have changed by then.
    @SceneActor package static func suspension<Value: Sendable>(
        _ body: (CheckedContinuation<Value, Never>) -> Void
    ) async -> Value {
        await withTaskExecutorPreference(Returning.toLoop) { await withCheckedContinuation { body($0) } }
    }
}

/// Runs on the loop what belongs nowhere.
private final class Returning: TaskExecutor {
    static let toLoop = Returning()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        EventLoop.shared.post {
            job.runSynchronously(
                isolatedTo: EventLoop.shared.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}
