import Dispatch
import Foundation
import Loop
import Observation
import Synchronization
import TestSupport
import Testing

@testable import Observables

@Suite(.timeLimit(.minutes(5))) @SceneActor struct TrackingTests {
    private let person = Person("Ada", "King", address: Address("London"))
    private let listener = Listener()

    @Test func readsAtOnceAndThenOncePerTurn() async {
        let tracking = Tracking { listener.heard.append("\(person.first) \(person.last)") }
        #expect(listener.heard == ["Ada King"])
        person.first = "Grace"
        person.last = "Brewster"
        person.last = "Hopper"
        #expect(listener.heard == ["Ada King"])
        await endOfTurn()
        #expect(listener.heard == ["Ada King", "Grace Hopper"])
        tracking.cancel()
    }

    @Test func followsAPathThroughNil() async {
        let tracking = Tracking { listener.heard.append(person.address?.city ?? "nowhere") }
        let old = person.address
        person.address = nil
        await endOfTurn()
        old?.city = "Paris"
        await endOfTurn()
        person.address = Address("Rome")
        await endOfTurn()
        person.address?.city = "Milan"
        await endOfTurn()
        #expect(listener.heard == ["London", "nowhere", "Rome", "Milan"])
        tracking.cancel()
    }

    @Test func followsOnlyThePathThatWasTaken() async {
        let tracking = Tracking { listener.heard.append(person.first == "Ada" ? "Ada" : person.last) }
        person.last = "Byron"
        await endOfTurn()
        #expect(listener.heard == ["Ada"])
        person.first = "Augusta"
        await endOfTurn()
        person.last = "Lovelace"
        await endOfTurn()
        #expect(listener.heard == ["Ada", "Byron", "Lovelace"])
        tracking.cancel()
    }

    @Test func readsInTheActionAreNotTracked() async {
        let tracking = Tracking {
            _ = person.first
        } then: {
            listener.heard.append(person.last)
        }
        person.last = "Byron"
        await endOfTurn()
        #expect(listener.heard == ["King"])
        person.first = "Augusta"
        await endOfTurn()
        #expect(listener.heard == ["King", "Byron"])
        tracking.cancel()
    }

    @Test func nothingIsReadAfterCancellationOrRelease() async {
        let cancelled = Tracking { listener.heard.append("cancelled \(person.first)") }
        var letGo: Tracking? = Tracking { listener.heard.append("let go \(person.first)") }
        person.first = "Augusta"
        cancelled.cancel()
        cancelled.setNeedsReading()
        letGo = nil
        #expect(letGo == nil)
        await endOfTurn()
        #expect(listener.heard == ["cancelled Ada", "let go Ada"])
    }

    @Test func nothingFollowsWhenItsReadingCancelsIt() async {
        var tracking: Tracking?
        tracking = Tracking {
            listener.heard.append(person.first)
            tracking?.cancel()
        } then: {
            listener.heard.append("then")
        }
        person.first = "Augusta"
        await endOfTurn()
        person.first = "Grace"
        await endOfTurn()
        #expect(listener.heard == ["Ada", "then", "Augusta"])
    }

    @Test func aReadingAheadOfTheEndOfTheTurnTakesItsPlace() async {
        let tracking = Tracking { listener.heard.append(person.first) }
        person.first = "Augusta"
        tracking.readNow()
        #expect(listener.heard == ["Ada", "Augusta"])
        await endOfTurn()
        #expect(listener.heard == ["Ada", "Augusta"])
        person.first = "Grace"
        await endOfTurn()
        #expect(listener.heard.last == "Grace")
        tracking.cancel()
    }

    @Test func aChangeOnAnotherThreadIsReadOnTheLoop() async {
        let (door, gate) = (Door(), Gate())
        let tracking = Tracking {
            if door.isOpen { gate.open() }
        }
        Task.detached { door.open() }
        await gate.pass()
        tracking.cancel()
    }

    /// Nothing is followed before the first reading has ended.
    @Test func anotherReadingFindsWhatAnotherThreadHasSetDuringTheFirst() async {
        let (door, gate, opened) = (Door(), Gate(), DispatchSemaphore(value: 0))
        var isFirst = true
        let tracking = Tracking {
            if door.isOpen { gate.open() }
            guard isFirst else { return }
            isFirst = false
            Thread.detachNewThread {
                door.open()
                opened.signal()
            }
            opened.wait()
        }
        tracking.setNeedsReading()
        await gate.pass()
        tracking.cancel()
    }

    /// A mutation takes time after its announcement.
    @Test func aSlowChangeOnAnotherThreadIsRead() async {
        let (door, gate) = (Door(), Gate())
        let tracking = Tracking {
            if door.isOpen { gate.open() }
        }
        Thread.detachNewThread { door.open { for _ in 0..<3 { Self.waitForATurn() } } }
        await gate.pass()
        tracking.cancel()
    }

    /// Blocks another thread until the loop has had a turn.
    private nonisolated static func waitForATurn() {
        let turn = DispatchSemaphore(value: 0)
        EventLoop.shared.post { turn.signal() }
        turn.wait()
    }

    /// The other thread changes the model in the middle of each reading.
    @Test(.timeLimit(.minutes(2))) func aChangeOnAnotherThreadDuringAReadIsRead() async {
        let (door, gate) = (Door(), Gate())
        let (reading, changed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            for _ in 1..<200 {
                reading.wait()
                door.enter()
                changed.signal()
            }
        }
        var isFirst = true  // nothing is followed before the first reading has ended
        let tracking = Tracking {
            guard door.visitors < 200 else { return gate.open() }
            guard !isFirst else { return isFirst = false }
            reading.signal()
            changed.wait()
        }
        Thread.detachNewThread { door.enter() }
        await gate.pass()
        tracking.cancel()
    }
}

/// A model of many threads.
private final class Door: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let state = Mutex(false)
    private let count = Mutex(0)

    var isOpen: Bool {
        registrar.access(self, keyPath: \.isOpen)
        return state.withLock { $0 }
    }

    var visitors: Int {
        registrar.access(self, keyPath: \.visitors)
        return count.withLock { $0 }
    }

    func open(after wait: () -> Void = {}) {
        registrar.withMutation(of: self, keyPath: \.isOpen) {
            wait()
            state.withLock { $0 = true }
        }
    }

    func enter() {
        registrar.withMutation(of: self, keyPath: \.visitors) { count.withLock { $0 += 1 } }
    }
}
