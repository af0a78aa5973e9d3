import DataSources
import Loop
import Observables
import TestSupport
import Testing

@testable import ViewModels

/// The events while a view model loads.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct LoadingTests {
    private let log: Log
    private let parent: LoggedViewModel
    private let child: LoggedViewModel

    init() {
        (log, parent, child) = LoggedViewModel.parentAndChild()
    }

    @Test func loadingWaitsForAReplacementList() {
        let (first, second) = (Rows<Cell>([]), Rows<Cell>([]))
        first.isLoaded = false
        second.isLoaded = false
        parent.list = first
        parent.activate()
        parent.list = second
        first.answer()
        #expect(parent.phase == .loading)
        second.answer()
        #expect(parent.phase == .loaded && log.taken().last == "parent didLoad loaded")
        parent.list = first
        #expect(parent.phase == .loaded)
    }

    @Test(arguments: [true, false]) func aLoadedListEndsTheWaitForAnother(isThere: Bool) {
        let unread = Rows<Cell>([])
        unread.isLoaded = false
        parent.list = unread
        parent.activate()
        #expect(parent.phase == .loading)
        parent.list = isThere ? Rows<Cell>([]) : nil
        #expect(parent.phase == .loaded)
    }

    @Test func anObserverOfALoadMayEndIt() {
        parent.addChild(child)
        let observation = parent.observe { [parent] in if $0 == .willLoad { parent.deactivate() } }
        let heard = Log()
        let second = parent.observe { heard.lines.append("\($0)") }
        parent.activate()
        #expect(parent.phase == .setUp && child.phase == .setUp)
        #expect(!log.taken().contains("parent load") && parent.loadDate == nil)
        #expect(heard.lines == ["didSetUp", "willLoad", "willUnload", "didUnload"])
        observation.cancel()
        parent.activate()
        #expect(parent.phase == .loaded && child.phase == .loaded)
        second.cancel()
    }

    @Test func anObserverOfAChildsLoadMayEndTheWholeLoad() {
        let sibling = LoggedViewModel("sibling", log)
        parent.addChild(child)
        parent.addChild(sibling)
        let observation = child.observe { [parent] in if $0 == .didLoad { parent.deactivate() } }
        parent.activate()
        #expect([parent, child, sibling].map(\.phase) == [.setUp, .setUp, .setUp])
        observation.cancel()
    }

    @Test func thePhaseOfAnotherViewModelIsTracked() async {
        let (watcher, gate) = (PhaseViewModel(parent), Gate())
        watcher.activate()
        parent.gate = gate
        parent.activate()
        await endOfTurn()
        #expect(watcher.text == "loading")
        gate.open()
        await parent.loading?.value
        await endOfTurn()
        #expect(watcher.text == "loaded")
        parent.deactivate()
        await endOfTurn()
        #expect(watcher.text == "setUp never")
    }
}

/// A view model that shows the phase of another one.
@SceneActor private final class PhaseViewModel: ViewModel {
    private let other: ViewModel
    @Output var text = ""

    init(_ other: ViewModel) {
        self.other = other
        super.init()
    }

    override func updateOutputs() {
        text = other.phase.rawValue
        if other.phase != .loading, other.loadDate == nil { text += " never" }
    }
}
