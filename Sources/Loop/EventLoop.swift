import CLinux
import Glibc
import Synchronization

/// The one thread that owns every socket, timer, scene and view model; it never blocks but to wait for events.
///
/// A turn: wait; handle ready descriptors; run what other threads have posted; run timers that are due; then the end of the
/// turn, in three phases: what follows from changed models is worked out, that is flushed, and what it made is sent.
public final class EventLoop: SerialExecutor {
    /// The loop of this process. Its thread starts when it is first asked for.
    public static let shared = EventLoop()

    /// What is to be done in the next turn, in order.
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

    /// Runs a task's next part on the loop. Callable from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    /// Stops the program if the caller is not on the loop's thread.
    public func checkIsolated() {
        precondition(isOnLoop, "this is not the loop's thread")
    }

    /// Whether the caller is on the loop's thread.
    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    /// Runs `work` on the loop in a later turn. Callable from any thread; calls of one thread keep their order.
    package func post(_ work: @escaping @Sendable @SceneActor () -> Void) {
        add(.work(work))
    }

    /// The first job of a batch wakes the loop; one of the loop's own need not, as it looks into the inbox before it waits.
    private func add(_ job: Job) {
        let isFirst = inbox.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        guard isFirst, !isOnLoop else { return }
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

    /// What belongs to the loop's thread.
    @SceneActor package let turns = Turns()

    /// Whether something is to be done without waiting for events.
    @SceneActor var hasJobs: Bool { inbox.withLock { !$0.isEmpty } }

    /// Runs what was in the inbox when it was looked into; what comes meanwhile waits for the next turn.
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
        }
    }
}
