import DataSources
import JSON
import Loop
import Observables
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct LifeCycleTests {
    private let log: Log
    private let parent: LoggedViewModel
    private let child: LoggedViewModel

    init() {
        (log, parent, child) = LoggedViewModel.parentAndChild()
    }

    @Test func onlyTheTransitionsOfTheLifeCycleAreLegal() {
        let phases: [Phase] = [.initialized, .setUp, .loading, .loaded, .unloading]
        let legal = phases.flatMap { from in phases.filter { from.mayBecome($0) }.map { "\(from) \($0)" } }
        #expect(
            legal == [
                "initialized setUp", "setUp loading", "loading loaded", "loading unloading", "loaded loading",
                "loaded unloading", "unloading setUp",
            ])
    }

    @Test func theFirstActivationSetsUpAndLoadsChildrenInside() {
        parent.addChild(child)
        parent.activate()
        #expect(
            log.taken() == [
                "parent setUp", "parent outputs", "child setUp", "child outputs", "child didSetUp setUp",
                "parent didSetUp setUp", "parent willLoad loading", "child willLoad loading", "child load",
                "child outputs", "child didLoad loaded", "parent load", "parent outputs", "parent didLoad loaded",
            ])
        #expect(parent.loadDate != nil)
    }

    @Test func theLastDeactivationUnloadsChildrenInside() {
        parent.addChild(child)
        parent.activate()
        _ = log.taken()
        parent.deactivate()
        #expect(
            log.taken() == [
                "parent willUnload unloading", "child willUnload unloading", "child unload", "child outputs",
                "child didUnload setUp", "parent unload", "parent outputs", "parent didUnload setUp",
            ])
        #expect(parent.loadDate == nil)
    }

    @Test func everyOtherCallDoesNothing() async {
        parent.gate = Gate()
        parent.deactivate()
        parent.reload()
        #expect(log.taken() == [])
        parent.activate()
        _ = log.taken()
        parent.activate()
        parent.reload()
        #expect(log.taken() == [])
        #expect(parent.phase == .loading)
        parent.gate?.open()
        await endOfTurn()
        _ = log.taken()
        parent.activate()
        #expect(log.taken() == [])
        parent.deactivate()
        _ = log.taken()
        parent.deactivate()
        #expect(log.taken() == [])
        #expect(parent.phase == .setUp)
    }

    @Test func aSecondActivationLoadsWithoutSettingUp() {
        parent.activate()
        parent.deactivate()
        _ = log.taken()
        parent.activate()
        #expect(
            log.taken() == [
                "parent willLoad loading", "parent outputs", "parent load", "parent outputs", "parent didLoad loaded",
            ])
    }

    @Test func anAbandonedLoadIsCancelledAndChangesNothing() async {
        let gate = Gate()
        parent.gate = gate
        parent.activate()
        await gate.arrival()
        parent.deactivate()
        #expect(parent.phase == .setUp)
        _ = log.taken()
        gate.open()
        await parent.loading?.value
        await endOfTurn()
        #expect(log.taken() == ["parent cancelled"])
        #expect(parent.phase == .setUp)
    }

    @Test func theEndOfAnEarlierLoadDoesNotEndALaterOne() async {
        let first = Gate()
        let second = Gate()
        parent.gate = first
        parent.activate()
        parent.deactivate()
        parent.gate = second
        parent.activate()
        first.open()
        await endOfTurn()
        #expect(parent.phase == .loading)
        second.open()
        await parent.loading?.value
        await endOfTurn()
        #expect(parent.phase == .loaded)
    }

    @Test func aLoadThatFailsIsAProblemUntilOneSucceeds() {
        parent.failure = Failure("no network")
        parent.activate()
        #expect(parent.phase == .loaded)
        #expect(parent.problem == ListProblem(code: "load-failed", message: "no network"))
        parent.failure = nil
        parent.reload()
        #expect(parent.problem == nil)
    }

    @Test func reloadingKeepsTheContent() async {
        parent.activate()
        let gate = Gate()
        parent.gate = gate
        _ = log.taken()
        parent.reload()
        #expect(parent.phase == .loading)
        #expect(parent.content == "loaded")
        #expect(parent.isReady)
        gate.open()
        await parent.loading?.value
        await endOfTurn()
        #expect(log.taken() == ["parent willLoad loading", "parent load", "parent outputs", "parent didLoad loaded"])
    }

    @Test func everyObserverReceivesEveryEvent() {
        let heard = Log()
        let observations = (0..<2).map { number in parent.observe { heard.lines.append("\(number) \($0)") } }
        parent.activate()
        #expect(
            heard.lines == [
                "0 didSetUp", "1 didSetUp", "0 willLoad", "1 willLoad", "0 didLoad", "1 didLoad",
            ])
        for observation in observations { observation.cancel() }
    }
}
