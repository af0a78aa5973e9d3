import Changes
import DataSources
import JSON
import Loop
import Testing

@testable import ViewModels

/// Rows that cannot be moved anywhere.
@SceneActor private final class StayingRows: WrappingDataSource {
    let base: any DataSource<Cell>

    init(_ base: any DataSource<Cell>) { self.base = base }

    func perform(_ edit: RowEdit, at path: IndexPath) async throws { throw EditRefusal.wrongPlace }
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct RowRefusalTests {
    private let cells = ["a", "b", "c"].map { MailCell($0) }
    private let rows: Rows<MailCell>
    private let mailbox: ViewModel

    init() {
        rows = Rows([("a", cells[0]), ("b", cells[1])], [("c", cells[2])])
        mailbox = ViewModel(screen: "mailbox", list: CellList(rows))
    }

    private func run(_ command: String, _ row: String, _ arguments: JSONObject = [:]) async throws {
        _ = try await mailbox.run(Invocation(command: command, row: row, arguments: arguments))
    }

    /// The fields that a refusal names.
    private func fields(_ body: () async throws -> Void) async -> [String: String] {
        do {
            try await body()
        } catch CommandFailure.invalid(_, let fields) {
            return fields
        } catch {
            return ["": "\(error)"]
        }
        return [:]
    }

    @Test func anUnknownActionReturnsTheKnownOnes() async throws {
        cells[0].actions = ["first", "second"].map { RowAction($0, title: "Same") {} }
        for (id, sentence) in [("fourth", "must be one of first, second"), (5, "must be a string")]
            as [(JSON, String)]
        {
            #expect(await fields { try await run("action", "a", ["action": id]) } == ["action": sentence])
        }
        #expect(await fields { try await run("action", "a") } == ["action": "is missing"])
        let none = "is not possible: the row has no actions"
        #expect(await fields { try await run("action", "b", ["action": "x"]) } == ["action": none])
    }

    @Test func anUnknownEventIsRefusedByName() async {
        let unknown = ["event": "is not an event of this screen"]
        #expect(await fields { try await run("event", "a", ["event": "x"]) } == unknown)
        #expect(await fields { try await run("event", "a") } == ["event": "is missing"])
        mailbox.list = Rows([("a", Cell(template: "plain", title: "A"))])
        #expect(await fields { try await run("event", "a", ["event": "star"]) } == unknown)
    }

    @Test func theRowOfACommandIsRequiredAndMayBeANumber() async throws {
        let cell = MailCell("five")
        cell.rights = [.delete]
        mailbox.list = CellList(Rows([("5", cell)]))
        _ = try await mailbox.run(Invocation(command: "delete", arguments: ["row": 5]))
        #expect(cell.edits == ["delete"])
        for (arguments, sentence) in [([:], "is missing"), (["row": true], "must be a string")]
            as [(JSONObject, String)]
        {
            let refusal = CommandFailure.invalid(
                message: "Name the row: {\"row\": \"ID\"}.", fields: ["row": sentence])
            await #expect(throws: refusal) {
                _ = try await mailbox.run(Invocation(command: "delete", arguments: arguments))
            }
        }
    }

    @Test func aForbiddenMoveBeforeARowNamesThatRow() async {
        cells[0].rights = [.move]
        for (arguments, sentence) in [
            (["before": "z"], "is not a row of this list"), (["before": 5], "must be a string"),
            (["before": "c"], "is not a valid position for this row: name another row"),
        ] as [(JSONObject, String)] {
            mailbox.list = StayingRows(CellList(rows))
            #expect(await fields { try await run("move", "a", arguments) } == ["before": sentence])
        }
        #expect(
            await fields { try await run("move", "a", ["to": 0]) } == ["to": "is not a valid position for this row"])
    }

    @Test(arguments: [["before": "b"], ["before": "nobody"], ["to": "x"], [:]] as [JSONObject])
    func rightsAreCheckedBeforeTheDestination(_ arguments: JSONObject) async {
        await #expect(throws: CommandFailure.forbidden(message: "The row does not permit this edit: move.")) {
            try await run("move", "a", arguments)
        }
    }

    @Test(
        arguments: [
            (["section": 1.5, "to": 0], ["section": "must be a whole number"]),
            (["section": "x", "to": 0], ["section": "must be a whole number"]),
            (["section": 7, "to": 0], ["section": "is not a section of the list"]),
            (["to": "x"], ["to": "must be a whole number"]), (["to": 9], ["to": "is not a position in the list"]),
            ([:], ["to": "is missing"]),
            (["before": "b", "section": 0], ["section": "cannot be combined with before"]),
            (["before": "b", "to": 0], ["to": "cannot be combined with before"]),
            (["to": 0, "fast": true], ["fast": "is not an argument of move"]),
        ] as [(JSONObject, [String: String])])
    func faultsOfADestinationAreNamed(_ arguments: JSONObject, _ faults: [String: String]) async {
        cells[0].rights = [.move]
        #expect(await fields { try await run("move", "a", arguments) } == faults)
        #expect(cells[0].edits == [])
    }

    @Test(arguments: ["delete", "insert", "select", "action", "event", "edit", "dialog", "image"])
    func anUnknownArgumentIsNamed(_ command: String) async {
        cells[0].rights = [.delete, .insert, .select]
        for value in [[], ["x": 1], 5] as [JSON] {
            let faults = ["arguments": "is not an argument of \(command)"]
            #expect(await fields { try await run(command, "a", ["arguments": value]) } == faults)
        }
        #expect(cells[0].edits == [])
    }
}
