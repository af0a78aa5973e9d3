import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

/// A new person: no other form saves the same.
@SceneActor private final class SignUpForm: FormViewModel {
    @Input var name = ""
    private let gate: Gate?
    private(set) var isSaved = false

    init(until gate: Gate?) {
        self.gate = gate
        super.init()
    }

    override var savedModels: Set<AnyHashable> { [] }

    override func save() async throws {
        await gate?.pass()
        isSaved = true
    }
}

/// A part of the same artist that is saved with the whole.
@SceneActor private final class WholeForm: FormViewModel {
    @Bound var artist: Artist?
    let part = ArtistForm()

    init(_ artist: Artist) {
        self.artist = artist
        super.init()
        part.artist = artist
        embed(part, in: "part")
    }

    override func save() async throws { _ = try await part.run(Invocation(command: "save")) }
}

/// Several people save at once, and saving takes its time.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct SaveTurnTests {
    private func form(of artist: Artist, typing name: String, until gate: Gate?) throws -> ArtistForm {
        let form = ArtistForm()
        form.artist = artist
        form.writeGate = gate
        form.activate()
        try form.receive(inputs: ["name": .string(name)])
        return form
    }

    private func save(_ form: FormViewModel, _ arguments: JSONObject = [:]) -> Task<Void, any Error> {
        Task.immediate { @SceneActor in _ = try await form.run(Invocation(command: "save", arguments: arguments)) }
    }

    @Test func theSecondOfTwoConcurrentSavesIsAConflict() async throws {
        let artist = Artist("AC/DC", label: Label("Sydney"))
        let gate = Gate()
        let first = try form(of: artist, typing: "Abba", until: gate)
        let second = try form(of: artist, typing: "Queen", until: nil)
        let saves = [save(first), save(second)]
        await endOfTurn()
        gate.open()
        try await saves[0].value
        let refusal = CommandFailure.conflict(
            message: "Someone else has changed this data.", fields: ["name": "was changed by someone else"])
        await #expect(throws: refusal) { try await saves[1].value }
        #expect(artist.name == "Abba")
        #expect(second.conflicts == ["name": "Abba"])
        try await save(second, ["force": true]).value
        #expect(artist.name == "Queen")
    }

    @Test func savesOfOtherModelsDoNotWait() async throws {
        let gate = Gate()
        let held = try form(of: Artist("AC/DC", label: Label("Sydney")), typing: "Abba", until: gate)
        let other = Artist("Heart", label: Label("Seattle"))
        let slow = save(held)
        try await save(try form(of: other, typing: "Hearts", until: nil)).value
        #expect(other.name == "Hearts")
        let newcomers = [SignUpForm(until: gate), SignUpForm(until: nil)]
        let waiting = save(newcomers[0])
        try await save(newcomers[1]).value
        #expect(newcomers.map(\.isSaved) == [false, true])
        gate.open()
        try await slow.value
        try await waiting.value
    }

    @Test func aSaveWithinASaveDoesNotWaitForIt() async throws {
        let artist = Artist("AC/DC", label: Label("Sydney"))
        let whole = WholeForm(artist)
        whole.activate()
        try whole.part.receive(inputs: ["name": "Abba"])
        let gate = Gate()
        whole.part.writeGate = gate
        let saves = [save(whole), save(try form(of: artist, typing: "AC/DC", until: nil))]
        gate.open()
        for save in saves { try await save.value }
        #expect(artist.name == "Abba")
    }

    @Test func aSaveTimesOutWaitingForItsTurn() async throws {
        let turns = SaveTurns(patience: .milliseconds(1))
        let gate = Gate()
        let first = Task.immediate { @SceneActor in try await turns.run(["a"]) { await gate.pass() } }
        let refusal = CommandFailure.unavailable(
            code: "busy", message: "Someone else is saving this data. Retry in a moment.")
        await #expect(throws: refusal) { try await turns.run(["a", "b"]) {} }
        try await turns.run(["b"]) {}
        gate.open()
        try await first.value
        try await turns.run(["a"]) {}
    }
}
