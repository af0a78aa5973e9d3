import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

@SceneActor private final class SafeViewModel: ViewModel {
    @Input var owner = "Ada"
    @Input(isSecret: true) var code = 0
    @Output var isOpen = false

    override func updateOutputs() { isOpen = code == 4711 }
}

@SceneActor private final class DoorForm: FormViewModel {
    @Input(.required) var mail = ""
    @Input(isSecret: true, .length(6...)) var password = ""

    override var submitCommand: String { "enter" }
}

/// Inputs whose value is visible to their viewer only.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct SecretTests {
    private let form = DoorForm()

    @Test func aSecretInputIsNotKeptInTheSession() throws {
        let safe = SafeViewModel()
        safe.activate()
        try safe.receive(inputs: ["owner": "Bob", "code": 4711])
        #expect(safe.sessionState == ["owner": "Bob"])
    }

    @Test func aSecretInputIsAnInputLikeAnyOther() async throws {
        let safe = SafeViewModel()
        safe.activate()
        try safe.receive(inputs: ["code": 4711])
        await endOfTurn()
        #expect(safe.isOpen)
        #expect(safe.inputs == ["owner": "Ada", "code": 4711])
    }

    @Test func aDraftKeepsNothingOfASecretInput() throws {
        form.activate()
        try form.receive(inputs: ["password": "open sesame"])
        #expect(form.dirtyFields == ["password"])
        #expect(form.hasUnsavedWork)
        #expect(form.sessionState.isEmpty)
        try form.receive(inputs: ["mail": "ada@example.com"])
        #expect(form.sessionState["typed"] == ["mail": "ada@example.com"])
        #expect(form.sessionState["from"]?["password"] == nil)
    }

    @Test func theRulesOfASecretInputApply() throws {
        form.activate()
        try form.receive(inputs: ["password": "short"])
        #expect(form.failures == [ValidationFailure("password", "is too short: at least 6 characters")])
    }

    @Test func noDescriptionShowsASecretInput() throws {
        try form.receive(inputs: ["password": "open sesame"])
        let input = Input(wrappedValue: "open sesame", isSecret: true)
        let call = Invocation(command: "input", row: "7", arguments: ["password": "open sesame"])
        var dumped = ""
        dump(input, to: &dumped)
        let texts = [
            dumped, String(describing: input), String(reflecting: input), String(describing: form),
            String(reflecting: form), String(describing: call), String(reflecting: call),
        ]
        for text in texts { #expect(!text.contains("sesame")) }
        #expect("\(call)" == "input(password) of 7")
    }

    @Test func theDocumentNamesTheDefaultCommand() {
        form.activate()
        #expect(form.documentMembers["form"] == ["dirty": [], "errors": [:], "conflicts": [:], "submit": "enter"])
    }
}
