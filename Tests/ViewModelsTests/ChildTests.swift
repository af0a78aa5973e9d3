import Loop
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct ChildTests {
    private let log: Log
    private let parent: LoggedViewModel
    private let child: LoggedViewModel

    init() {
        (log, parent, child) = LoggedViewModel.parentAndChild()
    }

    @Test func aParentDoesNotWaitForItsChildren() async {
        child.gate = Gate()
        parent.addChild(child)
        parent.activate()
        #expect(parent.phase == .loaded)
        #expect(child.phase == .loading)
        child.gate?.open()
        await child.loading?.value
        #expect(child.phase == .loaded)
    }

    @Test func aChildAddedToALiveParentCatchesUp() {
        parent.activate()
        parent.addChild(child)
        #expect(child.phase == .loaded)
        _ = log.taken()
        parent.addChild(child)
        #expect(log.taken() == [])
        #expect(parent.children.count == 1)
    }

    @Test func aChildAddedWithoutViewersIsSetUpWithoutTracking() async {
        parent.activate()
        parent.deactivate()
        let grandchild = LoggedViewModel("grandchild", log)
        child.addChild(grandchild)
        parent.addChild(child)
        #expect(child.phase == .setUp)
        #expect(grandchild.phase == .setUp)
        _ = log.taken()
        child.setNeedsUpdate()
        grandchild.setNeedsUpdate()
        await endOfTurn()
        #expect(log.taken() == [])
    }

    @Test func aChildIsWithinOneParentAtATime() {
        let other = LoggedViewModel("other", log)
        parent.addChild(child)
        other.addChild(child)
        #expect(parent.children.isEmpty)
        #expect(other.children.count == 1)
        #expect(child.parent === other)
    }

    @Test func aRemovedChildStaysUnchanged() {
        parent.addChild(child)
        parent.activate()
        child.removeFromParent()
        child.removeFromParent()
        #expect(child.parent == nil)
        #expect(parent.children.isEmpty)
        #expect(child.phase == .loaded)
        parent.deactivate()
        #expect(child.phase == .loaded)
    }

    @Test func aViewModelWithinItselfStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            await nest()
        }
    }
}

@SceneActor private func nest() {
    let outer = ViewModel(screen: "outer")
    let inner = ViewModel(screen: "inner")
    outer.addChild(inner)
    inner.addChild(outer)
}
