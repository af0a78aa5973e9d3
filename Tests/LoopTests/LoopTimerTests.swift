import Testing

@testable import Loop

@Suite(.timeLimit(.minutes(5))) struct LoopTimerTests {
    @Test @SceneActor func timersRunInTheOrderInWhichTheyAreDue() async {
        let log = Log()
        await withCheckedContinuation { done in
            for delay in [30, 10, 20, 0] {
                EventLoop.shared.after(.milliseconds(delay)) {
                    log.lines.append("\(delay)")
                    if delay == 30 { done.resume() }
                }
            }
        }
        #expect(log.lines == ["0", "10", "20", "30"])
    }

    @Test @SceneActor func aTimerIsNeverEarly() async {
        let clock = ContinuousClock()
        let start = clock.now
        await withCheckedContinuation { done in EventLoop.shared.after(.milliseconds(15)) { done.resume() } }
        #expect(clock.now - start >= .milliseconds(15))
    }

    @Test @SceneActor func aCancelledTimerDoesNothing() async {
        let log = Log()
        await withCheckedContinuation { done in
            let first = EventLoop.shared.after(.milliseconds(5)) { log.lines.append("cancelled before") }
            let second = EventLoop.shared.after(.milliseconds(15)) { log.lines.append("cancelled by a timer") }
            first.cancel()
            EventLoop.shared.after(.milliseconds(10)) { second.cancel() }
            EventLoop.shared.after(.milliseconds(20)) { done.resume() }
        }
        #expect(log.lines == [])
    }

    @Test @SceneActor func aTimerReleasesItsClosure() async {
        weak var ran: Log?
        weak var cancelled: Log?
        var timers: [LoopTimer] = []
        await withCheckedContinuation { done in
            let first = Log()
            let second = Log()
            (ran, cancelled) = (first, second)
            timers.append(EventLoop.shared.after(.seconds(3_600)) { second.lines.append("never") })
            timers.append(
                EventLoop.shared.after(.zero) {
                    first.lines.append("ran")
                    EventLoop.shared.post { done.resume() }
                })
            timers[0].cancel()
        }
        #expect(timers.count == 2)
        #expect(ran == nil)
        #expect(cancelled == nil)
    }

    @Test @SceneActor func aTimerSetByATimerRunsInALaterTurn() async {
        let log = Log()
        await withCheckedContinuation { done in
            EventLoop.shared.after(.zero) {
                EventLoop.shared.after(.zero) {
                    log.lines.append("second timer")
                    done.resume()
                }
                EventLoop.shared.atEndOfTurn(.flush) { log.lines.append("end of the turn") }
            }
        }
        #expect(log.lines == ["end of the turn", "second timer"])
    }

    /// Every order of seven timers, two of them due at the same time, with the first removed in between.
    @Test @SceneActor func theHeapReturnsTheEarliestTimer() {
        let now = ContinuousClock().now
        for order in Self.orders(of: [1, 2, 3, 4, 4, 5, 6]) {
            let heap = TimerHeap()
            for number in order.prefix(4) { heap.insert(LoopTimer(due: now + .seconds(number)) {}) }
            let early = order.prefix(4).min() ?? 0
            #expect(heap.first?.due == now + .seconds(early))
            if let first = heap.first { heap.remove(first) }
            for number in order.dropFirst(4) { heap.insert(LoopTimer(due: now + .seconds(number)) {}) }
            var rest: [ContinuousClock.Instant] = []
            while let first = heap.first {
                rest.append(first.due)
                heap.remove(first)
            }
            #expect(([now + .seconds(early)] + rest).sorted() == order.sorted().map { now + .seconds($0) })
            #expect(rest == rest.sorted())
        }
    }

    private static func orders(of numbers: [Int]) -> [[Int]] {
        guard !numbers.isEmpty else { return [[]] }
        return numbers.indices.flatMap { place in
            var rest = numbers
            let first = rest.remove(at: place)
            return orders(of: rest).map { [first] + $0 }
        }
    }
}
