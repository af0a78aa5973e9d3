import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct UpdateTests {
    private let model = Artist("AC/DC", label: Label("Sydney"))
    private let viewModel = ArtistViewModel()

    @Test func nothingRunsWhileInactive() async {
        viewModel.artist = model
        model.name = "Abba"
        await endOfTurn()
        #expect(viewModel.updates == 0)
        #expect(viewModel.name == "")
    }

    @Test func severalModelChangesUpdateOutputsOncePerTurn() async {
        viewModel.artist = model
        viewModel.activate()
        await endOfTurn()
        let before = viewModel.updates
        model.name = "Abba"
        model.label?.city = "Stockholm"
        viewModel.suffix = "!"
        #expect(viewModel.name == "AC/DC")
        await endOfTurn()
        #expect(viewModel.updates == before + 1)
        #expect(viewModel.name == "Abba!")
        #expect(viewModel.city == "Stockholm")
    }

    @Test func aPathIsFollowedThroughNil() async {
        viewModel.artist = model
        viewModel.activate()
        model.label = nil
        await endOfTurn()
        #expect(viewModel.city == "nowhere")
        model.label = Label("London")
        await endOfTurn()
        model.label?.city = "Leeds"
        await endOfTurn()
        #expect(viewModel.city == "Leeds")
    }

    @Test func aReplacedModelIsShownAndTheOldOneIsNotTracked() async {
        viewModel.activate()
        #expect(viewModel.name == "nobody")
        viewModel.artist = model
        await endOfTurn()
        #expect(viewModel.name == "AC/DC")
        let other = Artist("Abba")
        viewModel.artist = other
        await endOfTurn()
        #expect(viewModel.name == "Abba")
        let before = viewModel.updates
        model.name = "not shown"
        viewModel.artist = other
        await endOfTurn()
        #expect(viewModel.updates == before)
        viewModel.artist = nil
        await endOfTurn()
        #expect(viewModel.name == "nobody")
    }

    @Test func severalModelsAreFollowed() async {
        viewModel.rival = model
        viewModel.activate()
        #expect(viewModel.city == "Sydney")
        model.label?.city = "Perth"
        await endOfTurn()
        #expect(viewModel.city == "Perth")
    }

    @Test func ownInputsAreFollowed() async throws {
        viewModel.activate()
        try viewModel.receive(inputs: ["isShort": true])
        await endOfTurn()
        #expect(viewModel.name == "short")
    }

    @Test func ownOutputsAreNotFollowed() async {
        viewModel.activate()
        let before = viewModel.updates
        viewModel.runs = 100
        await endOfTurn()
        #expect(viewModel.updates == before)
        #expect(viewModel.runs == 100)
    }

    @Test func outputsOfAChildAreFollowedByItsParent() async {
        let house = HouseViewModel()
        house.activate()
        house.artist.artist = model
        await endOfTurn()
        #expect(house.greeting == "Hello AC/DC")
        let before = house.updates
        model.name = "Abba"
        house.artist.suffix = "!"
        await endOfTurn()
        #expect(house.greeting == "Hello Abba!")
        #expect(house.updates == before + 1)
    }

    @Test func nothingRunsWithoutViewers() async {
        viewModel.artist = model
        viewModel.activate()
        model.name = "too late"
        viewModel.deactivate()
        let before = viewModel.updates
        model.name = "later"
        viewModel.suffix = "!"
        viewModel.setNeedsUpdate()
        await endOfTurn()
        #expect(viewModel.updates == before)
        #expect(viewModel.name == "too late")
        viewModel.activate()
        #expect(viewModel.name == "later!")
    }

    @Test func inputsStayWithoutViewers() {
        viewModel.activate()
        viewModel.isShort = true
        viewModel.deactivate()
        #expect(viewModel.phase == .setUp)
        #expect(viewModel.name == "short")
        viewModel.activate()
        #expect(viewModel.isShort)
    }

    @Test func aReleasedPresenterIsNotNotified() async {
        let house = ArtistViewModel()
        house.activate()
        var reader: ReaderViewModel? = ReaderViewModel(of: house)
        reader?.activate()
        await endOfTurn()
        house.name = "before"
        reader = nil
        #expect(reader == nil)
        await endOfTurn()
        house.name = "after"
        await endOfTurn()
        #expect(house.name == "after")
    }

    @Test func unobservableValuesAreReadAgainOnRequest() async {
        viewModel.activate()
        let before = viewModel.updates
        viewModel.setNeedsUpdate()
        viewModel.setNeedsUpdate()
        await endOfTurn()
        #expect(viewModel.updates == before + 1)
    }
}
