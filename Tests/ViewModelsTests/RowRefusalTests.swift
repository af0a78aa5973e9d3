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

@Suite @SceneActor struct RowRefusalTests {
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

    @Test func anActionThatIsNotThereIsAnsweredWithThoseThatAre() async throws {
        cells[0].actions = ["first", "second"].map { RowAction($0, title: "Same") {} }
        for (id, sentence) in [("fourth", "has to be one of first, second"), (5, "has to be text, in quotation marks")]
            as [(JSON, String)]
        {
            #expect(await fields { try await run("action", "a", ["action": id]) } == ["action": sentence])
        }
        #expect(await fields { try await run("action", "a") } == ["action": "is missing"])
        let none = "is none of this row, which has no actions"
        #expect(await fields { try await run("action", "b", ["action": "x"]) } == ["action": none])
    }

    @Test func anEventThatNobodyKnowsIsRefusedByName() async {
        let unknown = ["event": "is none that this screen knows"]
        #expect(await fields { try await run("event", "a", ["event": "x"]) } == unknown)
        #expect(await fields { try await run("event", "a") } == ["event": "is missing"])
        mailbox.list = Rows([("a", Cell(template: "plain", title: "A"))])
        #expect(await fields { try await run("event", "a", ["event": "star"]) } == unknown)
    }

    @Test func theRowOfACommandMayBeANumberAndHasToBeSaid() async throws {
        let cell = MailCell("five")
        cell.rights = [.delete]
        mailbox.list = CellList(Rows([("5", cell)]))
        _ = try await mailbox.run(Invocation(command: "delete", arguments: ["row": 5]))
        #expect(cell.edits == ["delete"])
        for (arguments, sentence) in [([:], "is missing"), (["row": true], "has to be text, in quotation marks")]
            as [(JSONObject, String)]
        {
            let refusal = CommandFailure.invalid(
                message: "Say which row: {\"row\": \"ID\"}.", fields: ["row": sentence])
            await #expect(throws: refusal) {
                _ = try await mailbox.run(Invocation(command: "delete", arguments: arguments))
            }
        }
    }

    @Test func aRowThatCannotGoBeforeAnotherIsToldSoOfThatOne() async {
        for (arguments, sentence) in [
            (["before": "z"], "is no row of this list"), (["before": 5], "has to be text, in quotation marks"),
            (["before": "c"], "is no place for this row: name another row"),
        ] as [(JSONObject, String)] {
            mailbox.list = StayingRows(CellList(rows))
            #expect(await fields { try await run("move", "a", arguments) } == ["before": sentence])
        }
        #expect(await fields { try await run("move", "a", ["to": 0]) } == ["to": "is no place for this row"])
    }
}
