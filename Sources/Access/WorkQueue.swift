import Glibc
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
                Worker.start {
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

/// A thread that runs one body with a low priority. The scheduler prefers the event loop to it.
private final class Worker {
    private let body: @Sendable () -> Void

    private init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let worker = Unmanaged.passRetained(Worker(body))
        guard pthread_create(&thread, nil, runWorker, worker.toOpaque()) == 0 else {
            worker.release()
            return body()
        }
        pthread_detach(thread)
    }

    fileprivate func run() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)  // of this thread only, on Linux
        body()
    }
}

/// The thread's function, a constant of the file, so that it is not isolated.
private let runWorker: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { worker in
    guard let worker else { return nil }
    Unmanaged<Worker>.fromOpaque(worker).takeRetainedValue().run()
    return nil
}
