import Files
import Loop
import Scenes

/// Does work that takes long off the loop, on threads that yield to it: some at once, and 32 in a queue.
@SceneActor final class WorkQueue {
    private var running = 0
    private var waiting: [() -> Void] = []
    private let atOnce: Int
    private let longest = 32

    init(atOnce: Int) {
        self.atOnce = atOnce
    }

    /// Runs work on another thread.
    ///
    /// - Throws: ``SignInError/busy`` if the queue is full.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(SignInError) -> Value {
        guard running < atOnce || waiting.count < longest else { throw .busy }
        return await withCheckedContinuation { continuation in
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
