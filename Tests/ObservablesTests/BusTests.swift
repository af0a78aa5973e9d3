import Loop
import Testing

@testable import Observables

@Suite(.timeLimit(.minutes(5))) @SceneActor struct BusTests {
    private let bus = Bus()
    private let sender = Listener()
    private let other = Listener()
    private let listener = Listener()

    private func subscribe() -> Subscriptions {
        let subscriptions = Subscriptions(to: bus)
        let listener = listener
        subscriptions.observe("a", from: sender) { _ in listener.heard.append("a of sender") }
        subscriptions.observe("a", from: other) { _ in listener.heard.append("a of other") }
        subscriptions.observe("b", from: sender) { _ in listener.heard.append("b of sender") }
        subscriptions.observe("a") { _ in listener.heard.append("a of any") }
        subscriptions.observe(nil, from: sender) { _ in listener.heard.append("any of sender") }
        subscriptions.observe(nil) { _ in listener.heard.append("any of any") }
        return subscriptions
    }

    private func heard(_ name: String, from sender: AnyObject?) -> [String] {
        listener.heard = []
        bus.post(name, from: sender)
        return listener.heard
    }

    @Test func aSubscriptionHearsItsNameAndItsSenderWhereEachMayBeAny() {
        let subscriptions = subscribe()
        #expect(heard("a", from: sender) == ["a of sender", "a of any", "any of sender", "any of any"])
        #expect(heard("a", from: other) == ["a of other", "a of any", "any of any"])
        #expect(heard("b", from: other) == ["any of any"])
        #expect(heard("a", from: nil) == ["a of any", "any of any"])
        #expect(subscriptions.count == 6)
    }

    @Test func aNoticeCarriesItsNameSenderAndContent() {
        let subscriptions = Subscriptions(to: bus)
        var notices: [Bus.Notice] = []
        subscriptions.observe(nil) { notices.append($0) }
        bus.post("imported", from: sender, 3)
        #expect(notices.first?.name == "imported")
        #expect(notices.first?.sender === sender)
        #expect(notices.first?.content as? Int == 3)
    }

    @Test func subscribingAgainReplacesTheSubscription() {
        let subscriptions = subscribe()
        subscriptions.observe("a", from: sender) { [listener] _ in listener.heard.append("new") }
        #expect(subscriptions.count == 6)
        #expect(heard("a", from: sender) == ["a of any", "any of sender", "any of any", "new"])
    }

    @Test func removingANameOfASenderLeavesTheOthers() {
        let subscriptions = subscribe()
        subscriptions.remove("a", from: sender)
        #expect(heard("a", from: sender) == ["a of any", "any of sender", "any of any"])
        #expect(subscriptions.count == 5)
    }

    @Test func removingANameRemovesItOfEverySender() {
        let subscriptions = subscribe()
        subscriptions.remove("a")
        #expect(heard("a", from: sender) == ["any of sender", "any of any"])
        #expect(subscriptions.count == 3)
    }

    @Test func removingASenderRemovesItUnderEveryName() {
        let subscriptions = subscribe()
        subscriptions.remove(from: sender)
        #expect(heard("a", from: sender) == ["a of any", "any of any"])
        #expect(heard("b", from: sender) == ["any of any"])
        #expect(subscriptions.count == 3)
    }

    @Test func removingEverythingIsHarmlessTwice() {
        let subscriptions = subscribe()
        subscriptions.remove("unknown")
        subscriptions.remove(from: listener)
        #expect(subscriptions.count == 6)
        subscriptions.remove()
        subscriptions.remove()
        #expect(subscriptions.count == 0)
        #expect(heard("a", from: sender) == [])
    }

    @Test func subscriptionsEndWithTheObjectThatHoldsThem() {
        var subscriptions: Subscriptions? = subscribe()
        subscriptions = nil
        #expect(subscriptions == nil)
        #expect(heard("a", from: sender) == [])
    }

    @Test func aReleasedSenderIsNotConfusedWithANewOne() {
        let subscriptions = Subscriptions(to: bus)
        var sender: Listener? = Listener()
        subscriptions.observe("a", from: sender) { [listener] _ in listener.heard.append("heard") }
        sender = nil
        #expect(sender == nil)
        for _ in 0..<100 { bus.post("a", from: Listener()) }
        bus.post("a")
        #expect(listener.heard == [])
    }

    @Test func theSharedBusReachesEverySubscriber() {
        let subscriptions = Subscriptions()
        subscriptions.observe("BusTests", from: sender) { [listener] _ in listener.heard.append("heard") }
        Bus.shared.post("BusTests", from: sender)
        #expect(listener.heard == ["heard"])
    }

    @Test func observersRemovedOrAddedDuringANotificationTakeEffect() {
        let observers = Observers<String>()
        var second: Subscription?
        var third: Subscription?
        let first = observers.add { [listener] event in
            listener.heard.append("first \(event)")
            second?.cancel()
            if third == nil { third = observers.add { listener.heard.append("third \($0)") } }
        }
        second = observers.add { [listener] in listener.heard.append("second \($0)") }
        observers.notify("a")
        observers.notify("b")
        #expect(listener.heard == ["first a", "first b", "third b"])
        first.cancel()
        third?.cancel()
        #expect(observers.isEmpty)
    }
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct WeakReferenceTests {
    @Test func itDoesNotKeepItsObject() {
        var object: Listener? = Listener()
        let reference = WeakReference(object)
        #expect(reference.object === object)
        object = nil
        #expect(object == nil)
        #expect(reference.object == nil)
        #expect(WeakReference().object == nil)
    }
}
