import Loop
import Observation
import TestSupport
import Testing

@testable import Observables

@Suite(.timeLimit(.minutes(5))) @SceneActor struct BindingsTests {
    private let person = Person("Ada", "King", address: Address("London"))
    private let other = Person("Alan", "Turing")
    private let listener = Listener()
    private let stranger = Listener()
    private let bindings = Bindings()

    private func bindAll() {
        bindings.bind(person, \.first, to: listener) { [person] in $0.heard.append("first \(person.first)") }
        bindings.bind(person, \.last, to: listener) { [person] in $0.heard.append("last \(person.last)") }
        bindings.bind(person, \.first, to: stranger) { [person] in $0.heard.append("first \(person.first)") }
        bindings.bind(other, \.first, to: stranger) { [other] in $0.heard.append("other \(other.first)") }
        listener.heard = []
        stranger.heard = []
    }

    private func changeAll() async {
        (person.first, person.last, other.first) = ("Grace", "Hopper", "Kurt")
        await endOfTurn()
    }

    @Test func anActionRunsWhenItIsBoundAndAfterEachTurnWithAChange() async {
        bindings.bind(person, \.first, to: listener) { [person] in $0.heard.append(person.first) }
        #expect(listener.heard == ["Ada"])
        person.first = "Grace"
        person.first = "Augusta"
        await endOfTurn()
        person.last = "Lovelace"
        await endOfTurn()
        #expect(listener.heard == ["Ada", "Augusta"])
    }

    @Test func twoKeyPathsOfOneActionRunItOncePerTurn() async {
        bindings.bind(person, \.first, \.last, to: listener) { [person] in
            $0.heard.append("\(person.first) \(person.last)")
        }
        person.first = "Grace"
        person.last = "Hopper"
        await endOfTurn()
        #expect(listener.heard == ["Ada King", "Grace Hopper"])
    }

    @Test func aNestedPathIsFollowedThroughNil() async {
        bindings.bind(person, \.address?.city, to: listener) { [person] in
            $0.heard.append(person.address?.city ?? "nowhere")
        }
        person.address = nil
        await endOfTurn()
        person.address = Address("Rome")
        await endOfTurn()
        person.address?.city = "Milan"
        await endOfTurn()
        #expect(listener.heard == ["London", "nowhere", "Rome", "Milan"])
    }

    @Test func removingAKeyPathEndsItForEveryObserver() async {
        bindAll()
        bindings.remove(\Person.first)
        await changeAll()
        #expect(listener.heard == ["last Hopper"])
        #expect(stranger.heard == [])
        #expect(bindings.count == 1)
    }

    @Test func removingAnObserverEndsWhatItWatches() async {
        bindAll()
        bindings.remove(observer: listener)
        await changeAll()
        #expect(listener.heard == [])
        #expect(stranger.heard == ["first Grace", "other Kurt"])
    }

    @Test func removingAKeyPathOfAnObserverLeavesTheOthers() async {
        bindAll()
        bindings.remove(\Person.first, of: listener)
        await changeAll()
        #expect(listener.heard == ["last Hopper"])
        #expect(stranger.heard == ["first Grace", "other Kurt"])
    }

    @Test func removingAModelEndsItForEveryObserver() async {
        bindAll()
        bindings.remove(model: person)
        await changeAll()
        #expect(listener.heard == [])
        #expect(stranger.heard == ["other Kurt"])
    }

    @Test func removingEverythingIsHarmlessTwice() async {
        bindAll()
        bindings.removeAll()
        bindings.removeAll()
        await changeAll()
        #expect(listener.heard == [])
        #expect(stranger.heard == [])
        #expect(bindings.count == 0)
    }

    @Test func removingWhatIsNotBoundRemovesNothing() async {
        bindAll()
        bindings.remove(\Person.address)
        bindings.remove(\Person.last, of: stranger)
        bindings.remove(observer: person)
        bindings.remove(model: listener)
        #expect(bindings.count == 4)
    }

    @Test func anActionOfTwoKeyPathsGoesOnWithTheOtherWhenOneIsRemoved() async {
        bindings.bind(person, \.first, \.last, to: listener) { [person] in
            $0.heard.append("\(person.first) \(person.last)")
        }
        bindings.remove(\Person.first)
        #expect(listener.heard == ["Ada King"])
        person.first = "Grace"
        await endOfTurn()
        #expect(listener.heard == ["Ada King"])
        person.last = "Hopper"
        await endOfTurn()
        #expect(listener.heard == ["Ada King", "Grace Hopper"])
    }

    @Test func aReleasedObserverReceivesNothingAndReleasesItsModel() async {
        var observer: Listener? = Listener()
        var model: Person? = Person("Ada", "King")
        let log = listener
        let reference = WeakReference(model)
        if let model, let observer {
            bindings.bind(model, \.first, to: observer) { _ in log.heard.append("heard") }
        }
        observer = nil
        #expect(observer == nil)
        #expect(bindings.count == 0)
        model?.first = "Grace"
        model = nil
        await endOfTurn()
        #expect(log.heard == ["heard"])
        #expect(reference.object == nil)
    }

    @Test func aBindingToNothingRunsOnce() async {
        bindings.bind(person, to: listener) { $0.heard.append("bound") }
        person.first = "Grace"
        await endOfTurn()
        #expect(bindings.count == 0 && listener.heard == ["bound"])
    }

    @Test func bindingsEndWithTheObjectThatHoldsThem() async {
        var held: Bindings? = Bindings()
        held?.bind(person, \.first, to: listener) { $0.heard.append("heard") }
        held = nil
        #expect(held == nil)
        person.first = "Grace"
        await endOfTurn()
        #expect(listener.heard == ["heard"])
    }

    @Test func bindingTheSameKeyPathTwiceForOneObserverStopsADebugBuild() async {
        await #expect(processExitsWith: .failure) {
            await bindTwice()
        }
    }
}

@SceneActor private func bindTwice() {
    let person = Person("Ada", "King")
    let bindings = Bindings()
    let listener = Listener()
    bindings.bind(person, \.first, to: listener) { _ in }
    bindings.bind(person, \.last, \.first, to: listener) { _ in }
}
