import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

/// Two people edit the same model.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct ConflictTests {
    private let artist = Artist("AC/DC", label: Label("Sydney"))
    private let form: ArtistForm

    init() {
        form = ArtistForm()
        form.artist = artist
        form.activate()
    }

    private func type(_ inputs: JSONObject) async throws {
        try form.receive(inputs: inputs)
        await endOfTurn()
    }

    private func save(_ arguments: JSONObject = [:]) async throws {
        _ = try await form.run(Invocation(command: "save", arguments: arguments))
    }

    @Test func foreignChangesFillCleanInputs() async throws {
        try await type(["name": "Abba"])
        artist.label?.city = "Perth"
        await endOfTurn()
        #expect(form.inputs == ["name": "Abba", "city": "Perth"])
        #expect(form.dirtyFields == ["name"])
        #expect(form.conflicts.isEmpty)
        try await save()
        #expect(artist.label?.city == "Perth")
    }

    @Test func foreignChangesOfDirtyInputsRefuseSavingUnlessForced() async throws {
        try await type(["name": "Abba"])
        artist.name = "Queen"
        await endOfTurn()
        #expect(form.name == "Abba")
        #expect(form.conflicts == ["name": "Queen"])
        #expect(form.documentMembers["form"]?["conflicts"] == ["name": "Queen"])
        let refusal = CommandFailure.conflict(
            message: "Someone else has changed this data.", fields: ["name": "was changed by someone else"])
        await #expect(throws: refusal) { try await save() }
        #expect(artist.name == "Queen")
        try await save(["force": true])
        await endOfTurn()
        #expect(artist.name == "Abba")
        #expect(form.dirtyFields == [])
        #expect(form.conflicts.isEmpty)
    }

    @Test func aConflictEndsWhenBothAgreeOrTheChangeIsReverted() async throws {
        try await type(["name": "Abba", "city": "Perth"])
        artist.name = "Queen"
        artist.label?.city = "London"
        await endOfTurn()
        #expect(form.conflicts.count == 2)
        artist.label?.city = "Sydney"
        try await type(["name": "Queen"])
        #expect(form.conflicts.isEmpty)
        #expect(form.dirtyFields == ["city"])
    }

    @Test func aChangeInTheTurnOfAnInputIsAConflict() async throws {
        artist.name = "Queen"
        try form.receive(inputs: ["name": "Abba"])
        await endOfTurn()
        #expect(form.conflicts == ["name": "Queen"])
        artist.label?.city = "London"
        form.city = "Perth"
        await endOfTurn()
        #expect(form.conflicts == ["name": "Queen", "city": "London"])
    }

    @Test func aChangeWithoutViewersIsAConflict() async throws {
        try await type(["name": "Abba"])
        form.deactivate()
        artist.name = "Queen"
        form.activate()
        #expect(form.conflicts == ["name": "Queen"])
    }

    @Test func aReloadedChangeIsAConflict() async throws {
        try await type(["name": "Abba"])
        form.loaded = Artist("Queen", label: Label("Sydney"))
        form.reload()
        #expect(form.name == "Abba")
        #expect(form.conflicts == ["name": "Queen"])
    }

    @Test func theFirstLoadIsNotAConflict() async throws {
        let form = ArtistForm()
        form.loaded = artist
        form.restoredInputs = ["typed": ["name": "Abba"], "from": [:]]
        form.activate()
        #expect(form.inputs == ["name": "Abba", "city": "Sydney"])
        #expect(form.dirtyFields == ["name"])
        #expect(form.conflicts.isEmpty)
    }

    @Test func aDraftOfASessionKeepsItsOriginalValues() async throws {
        #expect(form.sessionState.isEmpty)
        try await type(["name": "Abba"])
        let state = form.sessionState
        artist.name = "Queen"
        let next = ArtistForm()
        next.loaded = artist
        next.restoredInputs = state
        next.activate()
        #expect(next.name == "Abba")
        #expect(next.city == "Sydney")
        #expect(next.conflicts == ["name": "Queen"])
    }

    @Test func leavingUnsavedWorkAsksTheUser() async throws {
        #expect(await form.mayLeave())
        try await type(["name": "Abba"])
        let leaving = Task { @SceneActor in await form.mayLeave() }
        await endOfTurn()
        let arguments: JSONObject = ["dialog": 1, "action": "discard"]
        _ = try await form.run(Invocation(command: "dialog", arguments: arguments))
        #expect(await leaving.value)
    }
}
