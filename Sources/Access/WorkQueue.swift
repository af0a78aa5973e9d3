import Files
import Loop
import Scenes

/// Does work that takes long off the loop, on threads that yield to it: some at once, and 32 in a queue.
@SceneActor final class WorkQueue {
    /// The number of callers that have work here, or will have some.
    private var callers = 0
    private var running = 0
    private var waiting: [() -> Void] = []
    private let atOnce: Int
    private let longest = 32

    init(atOnce: Int) {
        self.atOnce = atOnce
    }

    /// Keeps a place in the queue for the work that `body` performs, so that a caller finds a full queue before it does
    /// anything else.
    ///
    /// - Throws: ``SignInError/busy`` if the queue is full, or the error of `body`.
    func withPlace<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard callers < atOnce + longest else { throw SignInError.busy }
        callers += 1
        defer { callers -= 1 }
        return try await body()
    }

    /// Runs work on another thread.
    ///
    /// - Throws: ``SignInError/busy`` if the queue is full.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(SignInError) -> Value {
        do {
            return try await withPlace { await perform(work) }
        } catch {
            throw .busy
        }
    }

    /// Runs work on another thread, for a caller that has a place.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            waiting.append {
                BackgroundThread.start(niceness: 10) {
                    let value = work()
                    EventLoop.shared.post {
                        continuation.resume(returning: value)
                        self.running -= 1
                        self.start()
                    }
                }
            }
            start()
        }
    }

    private func start() {
        while running < atOnce, !waiting.isEmpty {
            running += 1
            waiting.removeFirst()()
        }
    }
}
