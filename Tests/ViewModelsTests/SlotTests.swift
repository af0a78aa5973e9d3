import JSON
import Loop
import Observables
import TestSupport
import Testing

@testable import ViewModels

@SceneActor private final class PageViewModel: ViewModel {
    @Output var text = ""
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct SlotTests {
    private let page = ViewModel(screen: "page")
    private let log = Log()

    @Test func embeddedScreensLiveWithTheirPage() {
        let child = PageViewModel()
        page.embed(child, in: "main")
        #expect(page.slots["main"] === child)
        #expect(child.phase == .initialized)
        page.activate()
        #expect(child.phase == .loaded)
        page.deactivate()
        #expect(child.phase == .setUp)
    }

    @Test func slotsStandInTheOrderInWhichTheyWereFirstFilled() {
        for name in ["top", "left", "bottom"] { page.embed(PageViewModel(), in: name) }
        page.embed(nil, in: "left")
        page.embed(PageViewModel(), in: "top")
        page.embed(PageViewModel(), in: "left")
        #expect(page.slotNames == ["top", "left", "bottom"])
    }

    @Test func aSlotHoldsOneScreenAndUnloadsTheLast() {
        let first = PageViewModel()
        let second = PageViewModel()
        page.activate()
        page.embed(first, in: "main")
        page.embed(second, in: "main")
        #expect(first.phase == .setUp)
        #expect(first.parent == nil)
        #expect(second.phase == .loaded)
        #expect(page.children.count == 1)
        page.embed(nil, in: "main")
        #expect(page.slots.isEmpty)
        #expect(page.children.isEmpty)
        page.embed(nil, in: "main")
    }

    @Test func anEmbeddedChangeIsAChangeOfThePage() async {
        let child = PageViewModel()
        let hidden = PageViewModel()
        page.embed(child, in: "main")
        page.addChild(hidden)
        page.activate()
        await endOfTurn()
        _ = (child.outputs, hidden.outputs)
        let observation = page.observeScene { [log] event in log.lines.append("\(event)") }
        child.text = "changed"
        #expect(log.lines == ["changed"])
        hidden.text = "changed"
        #expect(log.lines == ["changed"])
        child.removeFromParent()
        #expect(page.slots.isEmpty)
        observation.cancel()
    }

    @Test func aScreenMovesFromSlotToSlot() {
        let child = PageViewModel()
        page.embed(child, in: "left")
        page.embed(child, in: "right")
        #expect(page.slots["left"] == nil)
        #expect(page.slots["right"] === child)
        #expect(page.children.count == 1)
    }

    @Test func aPathFindsAnEmbeddedScreen() {
        let (child, grandchild) = (PageViewModel(), PageViewModel())
        child.embed(grandchild, in: "label")
        page.embed(child, in: "main")
        let found = page.target(of: "main.label.file.save")
        #expect(found.viewModel === grandchild)
        #expect(found.name == "file.save")
        #expect(page.target(of: "label.save").viewModel === page)
        #expect(page.embedded(at: nil) === page)
        #expect(page.embedded(at: "main.label") === grandchild)
        for wrong in ["", ".", "main.", "main.label.more", "label"] { #expect(page.embedded(at: wrong) == nil) }
    }

    @Test func inputsOfAPartAreKeptInTheSession() {
        let (first, second) = (SlowCarViewModel(), SlowCarViewModel())
        page.embed(first, in: "left")
        page.activate()
        first.speed = 30
        let state = page.keptState
        #expect(state == ["slots": ["left": ["speed": 30]]])
        let later = ViewModel(screen: "page")
        later.restoredInputs = state
        #expect(later.keptState == state)
        later.activate()
        later.embed(second, in: "left")
        #expect(second.speed == 30)
        #expect(later.keptState == state)
        let ready = ViewModel(screen: "page")
        let part = SlowCarViewModel()
        ready.embed(part, in: "left")
        ready.restoredInputs = state
        ready.activate()
        #expect(part.speed == 30)
        #expect(part.text == "30 km/h")
    }

    @Test func theNameOfASlotHasNoDot() async {
        await #expect(processExitsWith: .failure) { @SceneActor in
            ViewModel(screen: "page").embed(nil, in: "a.b")
        }
    }

    @Test func anEmbeddedScreenNavigatesItsPage() {
        let child = PageViewModel()
        page.embed(child, in: "main")
        var way: Navigation?
        let observation = page.observeScene { if case .navigated(let navigation) = $0 { way = navigation } }
        child.navigate(Navigation("/artists/1"))
        #expect(way == Navigation("/artists/1"))
        observation.cancel()
    }
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct ViewModelTests {
    @Test func aScreenIsNamedAfterItsType() {
        #expect(PageViewModel().screen == "page")
        #expect(SlowCarViewModel().screen == "slow-car")
        #expect(Board().screen == "board")
        #expect(Board(screen: "other").screen == "other")
    }

    @Test func aSceneEndsOnce() {
        let board = Board()
        board.end("deleted")
        board.end("not-found")
        #expect(board.endCode == "deleted")
    }

    @Test func anotherTitleProblemOrListIsAChange() {
        let board = Board()
        var count = 0
        let observation = board.observeScene { _ in count += 1 }
        board.title = "Board"
        board.title = "Board"
        board.problem = nil
        board.list = Rows<Cell>([])
        board.documentMembers = ["links": [:]]
        #expect(count == 3)
        observation.cancel()
    }

    @Test func aPersonalScreenKeepsItsInputsInTheSession() async {
        let car = SlowCarViewModel()
        car.restoredInputs = ["speed": 30, "unknown": 1, "isOn": "no"]
        car.activate()
        #expect(car.speed == 30)
        #expect(!car.isOn)
        #expect(car.text == "30 km/h")
        #expect(car.sessionState == ["speed": 30])
        car.speed = 0
        #expect(car.sessionState.isEmpty)
    }
}

@SceneActor private final class SlowCarViewModel: ViewModel {
    @Input var speed = 0
    @Input var isOn = false
    @Output var text = ""

    override func updateOutputs() { text = "\(speed) km/h" }
}

@SceneActor private final class Board: ViewModel {}
