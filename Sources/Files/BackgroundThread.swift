import Dispatch
import Glibc

/// A thread of its own for work that waits or takes long.
///
/// Dispatch has 255 threads for all queues of a process. If waiting work took them, no queue could go on.
package final class BackgroundThread {
    private let niceness: Int32
    private let body: @Sendable () -> Void

    private init(_ niceness: Int32, _ body: @escaping @Sendable () -> Void) {
        self.niceness = niceness
        self.body = body
    }

    /// Runs `body` on a new thread. If the system has none left, the body waits for one of Dispatch's, and runs
    /// with its priority.
    ///
    /// - Parameter niceness: As of nice(2). The scheduler prefers threads with lower values.
    package static func start(niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(BackgroundThread(niceness, body))
        guard pthread_create(&thread, nil, threadMain, work.toOpaque()) == 0 else {
            work.release()
            return DispatchQueue.global().async(execute: body)
        }
        pthread_detach(thread)
    }

    fileprivate func run() {
        if niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }  // of this thread only
        body()
    }
}

/// The thread's function, a constant of the file, so that it is not isolated.
private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
    guard let work else { return nil }
    Unmanaged<BackgroundThread>.fromOpaque(work).takeRetainedValue().run()
    return nil
}
