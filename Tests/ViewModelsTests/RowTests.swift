import Changes
import DataSources
import JSON
import Loop
import Testing

@testable import ViewModels

@SceneActor private final class MailboxViewModel: ViewModel {
    var events: [String] = []

    override func receive(_ event: RowEvent) async throws(CommandFailure) -> Bool {
        guard event.name == "star" else { return false }
        events.append("\(event.name) \(event.cell.title) \(event.content.stringValue ?? "")")
        return true
    }
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct RowTests {
    private let cells = ["a", "b", "c"].map { MailCell($0) }
    private let rows: Rows<MailCell>
    private let mailbox: MailboxViewModel

    init() {
        rows = Rows([("a", cells[0]), ("b", cells[1])], [("c", cells[2])])
        mailbox = MailboxViewModel(screen: "mailbox", list: CellList(rows))
    }

    private func run(_ command: String, _ row: String, _ arguments: JSONObject = [:]) async throws {
        _ = try await mailbox.run(Invocation(command: command, row: row, arguments: arguments))
    }

    @Test(arguments: ["delete", "insert", "move"])
    func forbiddenEditsAreRefused(_ command: String) async {
        let refusal = CommandFailure.forbidden(message: "The row does not permit this edit: \(command).")
        await #expect(throws: refusal) {
            try await run(command, "a", command == "move" ? ["to": 0] : [:])
        }
        #expect(cells[0].edits == [])
    }

    @Test func permittedEditsChangeTheModel() async throws {
        cells[0].rights = [.delete, .insert, .move]
        try await run("delete", "a")
        try await run("insert", "a")
        try await run("move", "a", ["to": 1, "section": 1])
        #expect(cells[0].edits == ["delete", "insert", "move 1-1"])
    }

    @Test func aRowWithoutAnEditHandlerReportsIt() async {
        let cell = CellViewModel()
        cell.rights = [.delete]
        mailbox.list = CellList(Rows([("x", cell)]))
        await #expect(throws: CommandFailure.self) { try await run("delete", "x") }
    }

    @Test func aRevokedRightAppliesImmediately() async {
        cells[0].rights = [.delete]
        cells[0].rights = []
        await #expect(throws: CommandFailure.self) { try await run("delete", "a") }
        #expect(cells[0].edits == [])
    }

    @Test func theRowMayBeAnArgument() async throws {
        cells[1].rights = [.delete]
        _ = try await mailbox.run(Invocation(command: "delete", arguments: ["row": "b"]))
        #expect(cells[1].edits == ["delete"])
    }

    @Test func anUnknownRowIsNotFound() async {
        await #expect(throws: CommandFailure.notFound(message: "The row does not exist.")) {
            try await run("delete", "z")
        }
        await #expect(throws: CommandFailure.unknown(command: "fly")) { try await run("fly", "a") }
    }

    @Test func aDestinationIsCountedWithoutTheRow() async throws {
        let list = Rows(
            ["a", "b", "c", "d"].map { id -> (id: String, item: MailCell) in
                let cell = MailCell(id)
                cell.rights = [.move]
                return (id, cell)
            })
        mailbox.list = CellList(list)
        try await run("move", "a", ["before": "d"])
        try await run("move", "d", ["before": "a"])
        try await run("move", "b", ["before": "b"])
        try await run("move", "a", ["to": 3])
        let places = list.edits.map { edit in if case .move(let to) = edit.edit { "\(to)" } else { "" } }
        #expect(places == ["0-2", "0-0", "0-1", "0-3"])
    }

    @Test(
        arguments: [
            ["to": 2], ["to": -1], ["to": 0, "section": 2], ["to": 0, "section": -1], ["to": "x"], [:],
            ["to": 2, "section": 1], ["before": "z"],
        ] as [JSONObject])
    func anUnknownDestinationIsRefused(_ arguments: JSONObject) async {
        cells[0].rights = [.move]
        await #expect(throws: CommandFailure.self) { try await run("move", "a", arguments) }
        #expect(cells[0].edits == [])
    }

    @Test func anActionIsCalledByItsID() async throws {
        let cell = cells[0]
        var done: [String] = []
        cell.actions = [
            RowAction("first", title: "Same", color: "#f00") { done.append("first") },
            RowAction("second", title: "Same", role: .destructive) { done.append("second") },
            RowAction("third", title: "Third", isEnabled: false) { done.append("third") },
        ]
        try await run("action", "a", ["action": "second"])
        #expect(done == ["second"])
        await #expect(throws: CommandFailure.forbidden(message: "Third is not available now.")) {
            try await run("action", "a", ["action": "third"])
        }
        let shown = cell.cell(at: IndexPath(section: 0, row: 0), with: []).content["actions"]
        let expected: JSON = [
            ["id": "first", "title": "Same", "color": "#f00"],
            ["id": "second", "title": "Same", "role": "destructive"],
            ["id": "third", "title": "Third", "enabled": false],
        ]
        #expect(shown == expected)
    }

    @Test func anEventOfARowReachesTheScreenOrIsUnknown() async throws {
        cells[0].mail.subject = "Hello"
        try await run("event", "a", ["event": "star", "content": "gold"])
        #expect(mailbox.events == ["star Hello gold"])
    }
}
