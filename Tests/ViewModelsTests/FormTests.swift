import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct FormTests {
    private let artist = Artist("AC/DC", label: Label("Sydney"))
    private let form: ArtistForm

    init() {
        form = ArtistForm()
        form.artist = artist
    }

    private func type(_ inputs: JSONObject) async throws {
        try form.receive(inputs: inputs)
        await endOfTurn()
    }

    private func run(_ command: String, _ arguments: JSONObject = [:]) async throws -> CommandOutcome {
        try await form.run(Invocation(command: command, arguments: arguments))
    }

    @Test func aFormIsFilledBeforeItsOutputsAreComputed() {
        form.activate()
        #expect(form.inputs == ["name": "AC/DC", "city": "Sydney"])
        #expect(form.heading == "Edit AC/DC")
        #expect(!form.hasUnsavedWork)
        #expect(form.documentMembers["form"] == ["dirty": [], "errors": [:], "conflicts": [:]])
    }

    @Test func anInputIsDirtyUntilItEqualsTheModel() async throws {
        form.activate()
        try await type(["city": "Perth"])
        #expect(form.dirtyFields == ["city"])
        #expect(form.hasUnsavedWork)
        form.name = "Abba"
        await endOfTurn()
        #expect(form.dirtyFields == ["name", "city"])
        try await type(["city": "Sydney", "name": "AC/DC"])
        #expect(form.dirtyFields == [])
    }

    @Test func inputsThatFillOmitsStayDirtyUntilSaved() async throws {
        let form = NewcomerForm()
        form.activate()
        try form.receive(inputs: ["name": "Zoe", "mail": "zoe@example.com"])
        form.refusal = .invalid(message: "No.", fields: ["Mail": "is taken"])
        await #expect(throws: CommandFailure.invalid(message: "No.", fields: ["mail": "is taken"])) {
            try await form.run(Invocation(command: "save"))
        }
        #expect(form.dirtyFields == ["name", "mail"])
        #expect(form.documentMembers["form"]?["errors"] == ["mail": "is taken"])
        let kept = form.sessionState
        let later = NewcomerForm()
        later.restoredInputs = kept
        later.activate()
        #expect(later.inputs == ["name": "Zoe", "mail": "zoe@example.com"])
        #expect(later.dirtyFields == ["name", "mail"])
        try later.receive(inputs: ["mail": "other@example.com"])
        _ = try await later.run(Invocation(command: "save"))
        #expect(later.dirtyFields == [])
        #expect(later.documentMembers["form"] == ["dirty": [], "errors": [:], "conflicts": [:]])
    }

    @Test func aFormForNewModelsIsClearedAfterASave() async throws {
        let form = NewcomerForm()
        form.activate()
        try form.receive(inputs: ["name": "Zoe", "mail": "zoe@example.com"])
        form.saveGate = Gate()
        let saving = Task { @SceneActor in _ = try await form.run(Invocation(command: "save")) }
        await form.saveGate?.arrival()
        try form.receive(inputs: ["mail": "ada@example.com"])
        form.saveGate?.open()
        try await saving.value
        #expect(form.saved == ["Zoe"])
        #expect(form.inputs == ["name": "", "mail": "ada@example.com"])
        #expect(form.dirtyFields == ["mail"])
        #expect(form.sessionState["typed"] == ["mail": "ada@example.com"])
        form.saveGate = nil
        _ = try await form.run(Invocation(command: "save"))
        #expect(form.inputs == ["name": "", "mail": ""])
        #expect(!form.hasUnsavedWork)
    }

    @Test func revertingDiscardsInputs() async throws {
        form.activate()
        try await type(["name": "x", "city": "Perth"])
        artist.name = "Abba"
        await endOfTurn()
        _ = try await run("revert")
        #expect(form.inputs == ["name": "Abba", "city": "Sydney"])
        #expect(form.dirtyFields == [])
        #expect(form.conflicts.isEmpty)
        #expect(form.failures == [])
    }

    @Test func faultsOfDirtyFieldsAreShownAndAllOnRequest() async throws {
        artist.label?.city = ""
        form.activate()
        try await type(["name": "x"])
        #expect(form.failures.map(\.description) == ["'name' is too short: at least 2 characters"])
        #expect(form.firstFailure?.field == "name")
        let outcome = try await run("validate")
        #expect(form.failures.map(\.field) == ["name", "city"])
        #expect(outcome.result["errors"]?["city"] == "is missing")
        #expect(form.documentMembers["form"]?["errors"]?["name"] == "is too short: at least 2 characters")
    }

    @Test func theFirstRuleThatIsBrokenIsTheFaultOfAField() async throws {
        form.activate()
        try await type(["name": ""])
        #expect(form.failures == [ValidationFailure("name", "is missing")])
    }

    @Test func anAsyncCheckRunsAfterAllRulesPass() async throws {
        form.activate()
        form.taken = "Abba"
        try await type(["name": ""])
        _ = await form.validate()
        #expect(form.checks == 0)
        try await type(["name": "Abba"])
        #expect(await form.validate() == [ValidationFailure("name", "is taken")])
        #expect(form.checks == 1)
        try await type(["city": "Perth"])
        #expect(form.failures == [])
    }

    @Test func aCheckRunsAgainForLaterInput() async throws {
        form.activate()
        form.taken = "Abba"
        form.checkGate = Gate()
        try await type(["name": "Abba"])
        let validation = Task { @SceneActor in await form.validate() }
        await form.checkGate?.arrival()
        try await type(["name": "Queen"])
        form.checkGate?.open()
        await form.checkGate?.arrival()
        form.checkGate?.open()
        #expect(await validation.value == [])
        #expect(form.checks == 2)
    }

    @Test func savingWithFaultsIsRefusedWithAllOfThem() async throws {
        form.activate()
        try await type(["name": "", "city": " "])
        let failure = CommandFailure.invalid(
            message: "'name' is missing", fields: ["name": "is missing", "city": "is missing"])
        await #expect(throws: failure) { try await run("save") }
        #expect(artist.name == "AC/DC")
    }

    @Test func aSavedFormIsClean() async throws {
        form.activate()
        try await type(["name": "Abba"])
        let outcome = try await run("save")
        #expect(artist.name == "Abba")
        #expect(form.dirtyFields == [])
        await endOfTurn()
        #expect(form.dirtyFields == [])
        #expect(form.conflicts.isEmpty)
        #expect(outcome.navigation == Navigation("/artists"))
    }

    @Test func theModelsVersionOfASavedValueIsShown() async throws {
        form.activate()
        form.trims = true
        form.saveGate = Gate()
        try await type(["name": "Abba "])
        let saving = Task { @SceneActor in try await run("save") }
        await form.saveGate?.arrival()
        await endOfTurn()
        form.saveGate?.open()
        _ = try await saving.value
        #expect(form.name == "Abba")
        #expect(form.dirtyFields == [])
    }

    @Test func inputDuringASaveIsNotSaved() async throws {
        form.activate()
        form.saveGate = Gate()
        try await type(["name": "Abba"])
        let saving = Task { @SceneActor in try await run("save") }
        await form.saveGate?.arrival()
        await #expect(throws: CommandFailure.unavailable(code: "busy", message: "The form is being saved.")) {
            try await run("save")
        }
        try await type(["name": "Queen"])
        form.saveGate?.open()
        _ = try await saving.value
        #expect(artist.name == "Abba")
        #expect(form.name == "Queen")
        #expect(form.dirtyFields == ["name"])
        #expect(form.conflicts.isEmpty)
    }

    @Test func aFailedSaveLeavesTheFormUnchanged() async throws {
        form.activate()
        form.failure = Failure("disk full")
        try await type(["name": "Abba"])
        await #expect(throws: CommandFailure.failed(message: "disk full")) { try await run("save") }
        #expect(form.dirtyFields == ["name"])
        #expect(form.name == "Abba")
    }
}

/// A form for a new person, without a model to fill it from.
@SceneActor private final class NewcomerForm: FormViewModel {
    @Input var name = ""
    @Input var mail = ""
    var refusal: CommandFailure?
    var saveGate: Gate?
    private(set) var saved: [String] = []

    override func save() async throws {
        if let refusal { throw refusal }
        saved.append(name)
        await saveGate?.pass()
    }
}
