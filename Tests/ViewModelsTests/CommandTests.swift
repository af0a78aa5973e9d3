import DataSources
import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct CommandTests {
    private let viewModel = ViewModel(screen: "test")
    private let log = Log()

    private func run(_ command: String, _ arguments: JSONObject = [:]) async throws -> CommandOutcome {
        try await viewModel.run(Invocation(command: command, arguments: arguments))
    }

    @Test func aCommandRunsAndAnswers() async throws {
        viewModel.commands = [
            Command("rename", title: "Rename", arguments: ["name": .argument("text", isRequired: true)]) { [log] call in
                log.lines.append(call["name"] ?? "")
                call.result = ["done": true]
                call.navigation = Navigation("/artists/1", style: .replace)
            }
        ]
        let outcome = try await run("rename", ["name": "Abba"])
        #expect(log.lines == ["Abba"])
        #expect(outcome.result["done"] == true)
        #expect(outcome.navigation == Navigation("/artists/1", style: .replace))
    }

    @Test(
        arguments: [
            ["row": 9, "level": "gold"], ["row": "9", "arguments": ["level": "gold"]],
        ] as [JSONObject])
    func aRowCommandReceivesItsRowInAnyForm(arguments: JSONObject) async throws {
        viewModel.commands = [
            Command("level", title: "Level", arguments: ["level": .argument("text")]) { [log] call in
                log.lines.append("\(call.invocation.row ?? "none") \(call["level"] ?? "none")")
            },
            Command("seat", title: "Seat", arguments: ["row": .argument("integer")]) { [log] call in
                log.lines.append("\(call["row"] ?? 0)")
            },
        ]
        _ = try await run("level", arguments)
        _ = try await run("seat", ["row": 4])
        #expect(log.lines == ["9 gold", "4"])
    }

    @Test func aMessageNamesTheArgumentThatDiffersInCase() async {
        let arguments: JSONObject = ["name": .argument("text"), "a": .argument("text"), "A": .argument("text")]
        let faults = ["Name": "is taken", "CITY": "is unknown", "a": "is long"]
        viewModel.commands = [
            Command("invalid", title: "Invalid", arguments: arguments) { _ in
                throw CommandFailure.invalid(message: "No.", fields: faults)
            },
            Command("conflict", title: "Conflict", arguments: arguments) { _ in
                throw CommandFailure.conflict(message: "No.", fields: faults)
            },
        ]
        let named = ["name": "is taken", "CITY": "is unknown", "a": "is long"]
        await #expect(throws: CommandFailure.invalid(message: "No.", fields: named)) { try await run("invalid") }
        await #expect(throws: CommandFailure.conflict(message: "No.", fields: named)) { try await run("conflict") }
    }

    @Test(arguments: ["nonsense", "2026-02-30", "21.11.2026"])
    func refusesAnInvalidDate(text: String) async throws {
        viewModel.commands = [
            Command("on", title: "On", arguments: ["day": .argument("date")]) { [log] _ in log.lines.append("ran") }
        ]
        await #expect(throws: CommandFailure.self) { try await run("on", ["day": .string(text)]) }
        _ = try await run("on", ["day": "2026-02-28"])
        _ = try await run("on", ["day": ""])
        #expect(log.lines == ["ran", "ran"])
    }

    @Test func aCommandThatIsNotEnabledIsRefused() async {
        viewModel.commands = [Command("go", title: "Go", isEnabled: false) { [log] _ in log.lines.append("went") }]
        await #expect(throws: CommandFailure.forbidden(message: "Go is not available now.")) { try await run("go") }
        #expect(log.lines == [])
    }

    @Test func reportsAnUnknownCommand() async {
        await #expect(throws: CommandFailure.unknown(command: "go")) { try await run("go") }
        viewModel.commands = [Command("go", title: "Go")]
        await #expect(throws: CommandFailure.unknown(command: "go")) { try await run("go") }
    }

    @Test func everyInvalidArgumentIsNamed() async {
        let arguments: JSONObject = [
            "name": .argument("text", isRequired: true), "year": .argument("integer"), "price": .argument("number"),
            "isLive": .argument("boolean", isRequired: true), "extra": .argument("any"),
        ]
        viewModel.commands = [Command("add", title: "Add", arguments: arguments) { _ in }]
        let faults = [
            "name": "is missing", "year": "must be of type integer", "price": "must be of type number",
            "isLive": "must be of type boolean", "colour": "is not an argument of add",
        ]
        await #expect(throws: CommandFailure.invalid(message: "Invalid arguments of Add.", fields: faults)) {
            try await run("add", ["year": 1.5, "price": "1", "isLive": 1, "colour": "red", "extra": [1]])
        }
        await #expect(throws: Never.self) {
            try await run("add", ["name": "x", "year": 1990, "price": 2, "isLive": false, "row": "7"])
        }
    }

    @Test func runningCommandsAreCountedWithTheirProgress() async throws {
        let gate = Gate()
        viewModel.commands = [
            Command("work", title: "Work") { call in
                call.report(progress: 1.5)
                await gate.pass()
            }
        ]
        let calls = (0..<2).map { _ in Task { @SceneActor in try await run("work") } }
        for _ in 0..<4 { await endOfTurn() }
        #expect(viewModel.commands[0].runCount == 2)
        #expect(viewModel.commands[0].progress == 1)
        viewModel.commands = [Command("work", title: "Work on") { _ in }]
        #expect(viewModel.commands[0].runCount == 2)
        gate.open()
        for call in calls { _ = try await call.value }
        #expect(viewModel.commands[0].runCount == 0)
        #expect(viewModel.commands[0].progress == nil)
    }

    @Test(arguments: [
        (
            Failure("disk full") as any Error & Sendable, CommandFailure.failed(message: "disk full")
        ),
        (CommandFailure.conflict(message: "late", fields: [:]), .conflict(message: "late", fields: [:])),
        (EditRefusal.noRow, .notFound(message: "The row does not exist.")),
        (EditRefusal.notAllowed(.delete), .forbidden(message: "The row does not permit this edit: delete.")),
        (
            ValidationFailure("mail", "is missing"),
            .invalid(message: "'mail' is missing", fields: ["mail": "is missing"])
        ),
        (CancellationError(), .unavailable(code: "cancelled", message: "The command was cancelled.")),
    ])
    func errorsOfCommandsAreReportedAsFailures(_ error: any Error & Sendable, _ failure: CommandFailure) async {
        viewModel.commands = [Command("go", title: "Go") { _ in throw error }]
        await #expect(throws: failure) { try await run("go") }
        #expect(viewModel.commands[0].runCount == 0)
    }

    @Test func inputsAreSetByACommand() async throws {
        let search = SearchViewModel()
        search.activate()
        _ = try await search.run(Invocation(command: "input", arguments: ["text": "abba"]))
        #expect(search.text == "abba")
        await #expect(throws: CommandFailure.self) {
            try await search.run(Invocation(command: "input", arguments: ["text": 1]))
        }
    }

    @Test func anInvalidValueIsRefusedOutsideForms() async throws {
        let slider = SliderViewModel()
        slider.activate()
        await #expect(throws: CommandFailure.self) {
            try await slider.run(Invocation(command: "input", arguments: ["level": 1e308]))
        }
        #expect(slider.level == 10)
        _ = try await slider.run(Invocation(command: "input", arguments: ["level": 20]))
        #expect(slider.level == 20)
    }

    @Test func aReplacedListIsNotEdited() {
        let (first, second) = (Rows<Cell>([]), Rows<Cell>([]))
        viewModel.list = first
        viewModel.isEditing = true
        viewModel.list = second
        #expect(!first.isEditing && second.isEditing)
        viewModel.isEditing = false
        viewModel.list = first
        #expect(!first.isEditing && !second.isEditing)
    }

    @Test func theEditModePassesToTheListAndTheNextScreen() async throws {
        let rows = Rows<Cell>([])
        viewModel.list = rows
        _ = try await run("edit", ["editing": true])
        #expect(rows.isEditing)
        let next = viewModel.controllerModel.derived()
        #expect(next.isEditing)
        let nextRows = Rows<Cell>([])
        let nextViewModel = ViewModel(screen: "next", list: nextRows)
        nextViewModel.controllerModel = next
        #expect(nextRows.isEditing)
        let late = Rows<Cell>([])
        nextViewModel.list = late
        #expect(late.isEditing)
        viewModel.isEditing = false
        #expect(!rows.isEditing)
        #expect(next.isEditing)
        await #expect(throws: CommandFailure.self) { try await run("edit", ["editing": "yes"]) }
    }
}

@SceneActor private final class SearchViewModel: ViewModel {
    @Input var text = ""
}

@SceneActor private final class SliderViewModel: ViewModel {
    @Input(.range(0...20)) var level = 10.0
}
