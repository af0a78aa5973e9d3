import CLinux
import Glibc
import Synchronization

/// The one thread that owns every socket, timer, scene and view model. It blocks only to wait for events.
///
/// A turn waits for events, handles ready descriptors, runs the jobs from other threads, and runs due timers. It ends
/// in these phases: outputs of changed models are computed, changes are flushed, and the results are sent and counted.
public final class EventLoop: SerialExecutor {
    /// The event loop of the process. Its thread starts on first use.
    public static let shared = EventLoop()

    /// The jobs for the next turn, in order.
    private let inbox = Mutex<[Job]>([])
    let wakeUp: Int32
    let thread = Atomic<UInt>(0)

    private enum Job {
        case task(UnownedJob)
        case work(@Sendable @SceneActor () -> Void)
    }

    private init() {
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        signal(SIGPIPE, SIG_IGN)
        FreeMemory.keepSome()
        startThread()
    }

    /// Whether the caller is on the loop's thread.
    package var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Runs the next part of a task on the loop. Callable from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    /// Stops the program if the caller is not on the loop's thread.
    public func checkIsolated() {
        precondition(isOnLoop, "this is not the loop's thread")
    }

    /// Whether the caller is on the loop's thread.
    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    /// Runs `work` on the loop in a later turn. Callable from any thread; calls from one thread keep their order.
    package func post(_ work: @escaping @Sendable @SceneActor () -> Void) {
        add(.work(work))
    }

    /// The first job of a batch wakes the loop. A job from the loop need not: the loop checks the inbox before it
    /// waits.
    private func add(_ job: Job) {
        let isFirst = inbox.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        guard isFirst, !isOnLoop else { return }
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

    /// The state of the loop's thread.
    @SceneActor package let turns = Turns()

    /// Whether there are jobs to run without waiting for events.
    @SceneActor var hasJobs: Bool { inbox.withLock { !$0.isEmpty } }

    /// Runs the jobs that are in the inbox now; later ones wait for the next turn.
    @SceneActor func drainInbox() {
        let jobs = inbox.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in jobs {
            switch job {
            case .task(let task): task.runSynchronously(on: asUnownedSerialExecutor())
            case .work(let work): work()
            }
            Watchdog.shared.endAll()
        }
    }
}
