import Glibc
import Loop
import Testing

/// What the server relies on in the loop.
@Suite(.timeLimit(.minutes(1))) struct LoopTests {
    @Test func aDescriptorThatCannotBeWatchedIsToldAsFailed() async {
        let descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let readiness = await Self.firstReadiness(of: descriptor)
        #expect(readiness == .failed)
    }

    @Test func timersFireInOrderWhateverIsCancelled() async {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        #expect(await Self.runTimers(seed: seed), "seed \(seed)")
    }

    @SceneActor private static func firstReadiness(of descriptor: Int32) async -> Poller.Readiness {
        var token: Poller.Token?
        let readiness = await withCheckedContinuation { continuation in
            token = EventLoop.shared.poller.watch(descriptor, for: .readable) { continuation.resume(returning: $0) }
        }
        if let token { EventLoop.shared.poller.unwatch(token) }
        return readiness
    }

    /// Whether of 500 timers exactly those fire that are not cancelled, and in order.
    @SceneActor private static func runTimers(seed: UInt64) async -> Bool {
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var fired: [Int] = []
        let delays = (0..<500).map { _ in next(5) * 20 }
        let timers = delays.map { delay in EventLoop.shared.after(.milliseconds(delay)) { fired.append(delay) } }
        var left: [Int] = []
        for (timer, delay) in zip(timers, delays) {
            if next(3) == 0 { left.append(delay) } else { timer.cancel() }
        }
        await withCheckedContinuation { continuation in
            EventLoop.shared.after(.milliseconds(100)) { continuation.resume() }
        }
        return fired == left.sorted()
    }
}
