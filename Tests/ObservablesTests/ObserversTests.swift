import Loop
import Testing

@testable import Observables

@Suite(.timeLimit(.minutes(5))) @SceneActor struct ObserversTests {
    private let observers = Observers<Int>()
    private let listener = Listener()

    @Test func allObserversReceiveTheSameOrder() {
        var late: Subscription?
        let first = observers.add { [observers, listener] event in
            listener.heard.append("first \(event)")
            guard event == 1 else { return }
            observers.notify(2)
            observers.notify(3)
            late = observers.add { listener.heard.append("late \($0)") }
        }
        let second = observers.add { [listener] in listener.heard.append("second \($0)") }
        observers.notify(1)
        observers.notify(4)
        #expect(
            listener.heard == [
                "first 1", "second 1", "first 2", "second 2", "first 3", "second 3", "first 4", "second 4", "late 4",
            ])
        for subscription in [first, second, late] { subscription?.cancel() }
    }

    @Test func aRemovedObserverReceivesNothing() {
        var second: Subscription?
        let first = observers.add { [observers] event in
            if event == 1 { observers.notify(2) } else { second?.cancel() }
        }
        second = observers.add { [listener] in listener.heard.append("\($0)") }
        observers.notify(1)
        #expect(listener.heard == ["1"])
        first.cancel()
    }

    @Test func aSubscriptionIsCancelledOnce() {
        var count = 0
        var subscription: Subscription? = Subscription { count += 1 }
        subscription?.cancel()
        subscription?.cancel()
        subscription = nil
        #expect(count == 1)
    }

    @Test func readsInAnObserverAreNotTracked() {
        var inner: Tracking?
        let subscription = observers.add { _ in inner = Tracking.current }
        var outer: Tracking?
        let tracking = Tracking { [observers] in
            observers.notify(1)
            outer = Tracking.current
        }
        #expect(inner == nil && outer != nil)
        tracking.cancel()
        subscription.cancel()
    }
}
