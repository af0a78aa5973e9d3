import Blueprints
import Foundation
import JSON
import Stores
import Tables
import TestSupport
import Testing

/// Mistakes in files of scenes. Each is reported with its place and a remedy.
@Suite(.timeLimit(.minutes(5))) struct SceneMistakeTests {
    private static func faults(_ scenes: String) async throws -> [String] {
        let database = try await TestEngine.makeDatabase(SceneServer.sql)
        let folder = database.folder + "/scenes"
        try SceneServer.write(scenes, in: database)
        let store = try await database.open()
        let faults = await SceneFolder.check(folder, of: store, access: nil).faults
        await store.close()
        return faults.map { $0.replacing(folder + "/desk.yaml:", with: "") }
    }

    @Test(arguments: [
        ("scenes:\n  /a: { table: Tikcet }", "2:16: There is no table \"Tikcet\". Did you mean \"Ticket\"?"),
        (
            "scenes:\n  /a: { table: Ticket, sort: [Prioity] }",
            "2:31: The list has no column \"Prioity\" to sort by. Did you mean \"Priority\"?"
        ),
        (
            "scenes:\n  /a: { table: Ticket, were: Id = 1 }",
            "2:24: The scene has no \"were\". Did you mean \"where\"?"
        ),
        (
            "scenes:\n  /a: { table: Ticket, where: Sate = 'x' }",
            "2:31: Ticket has no column \"Sate\". Did you mean \"State\"?"
        ),
        (
            "scenes:\n  /a: { table: Ticket, where: Owner.Nme = 'x' }",
            "2:31: Ticket has no column \"Owner.Nme\". Did you mean \"Owner.Name\"?"
        ),
        (
            "scenes:\n  /a: { table: Ticket, where: Owner. = 'x' }",
            "2:38: The name of a column is missing after \"Owner.\"."
        ),
        (
            "scenes:\n  /a: { title: A }",
            "2:7: Nothing says what is shown: add \"table\", \"total\", \"number\", \"query\", \"json\" or \"tiles\"."
        ),
        (
            "scenes:\n  /a/{Title}: { table: Ticket }",
            "2:3: The path of a row has its key. Write it as {Id}, the key of Ticket."
        ),
        (
            "scenes:\n  a: { table: Ticket }",
            "2:3: \"a\" is not a path. Write one such as \"/tickets\", outside of \"/-/\", without \":\"."
        ),
        ("scenes:\n  /a: { query: \"SELECT x FROM Ticket\" }", "2:16: no such column: x"),
        (
            "scenes:\n  /a: { table: Ticket, columns: [{ b: { sql: \"(SELECT 1)\" } }] }",
            "2:46: The expression has a query. Use a scene with \"query\" for that."
        ),
        ("scenes:\n  /a: { table: Ticket, columns: [{ b: { sql: \"Cost +\" } }] }", "2:46: near \")\": syntax error"),
        ("scenes:\n  /a:\n    table: Ticket\n    open: /b/{Id}", "4:11: There is no scene /b/{Id}. There are: /a."),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ go: { row: true, sql: \"DELETE FROM Evnt\" } }] }",
            "2:59: no such table: Evnt"
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ go: { row: true, sql: \"DROP TABLE Event\" } }] }",
            "2:59: it has to be one INSERT, UPDATE or DELETE"
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ go: { row: true, update: { State: =rwo } } }] }",
            "2:72: A column is not allowed here. Put a text in quotation marks: 'rwo'. There are: row."
        ),
        ("scenes:\n  /a: { json: / }", "2:15: / is not a file."),
        (
            "scenes:\n  /a: { table: Ticket, template: form, goto: '/tickets/{Owner}' }",
            "2:46: \"{Owner}\" is not the key of Ticket. Write {Id}."
        ),
        (
            "scenes:\n  /a: { table: Ticket, template: form, form: { fields: { Note: {} } } }",
            "2:46: Ticket.Title needs a value. Ask for it, or \"set\" it."
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ go: { key: F1, goto: /a } }] }",
            "2:48: \"key\" is one letter from a to z, or one digit."
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ b: { key: g, goto: /a } }, { c: { key: G, goto: /a } }] }",
            "2:76: Two commands have the key \"g\"."
        ),
        (
            "scenes:\n  /a:b: { table: Ticket }",
            "2:3: \"/a:b\" is not a path. Write one such as \"/tickets\", outside of \"/-/\", without \":\"."
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ csv: { goto: /a } }] }",
            "2:37: A command cannot be named \"csv\"."
        ),
        (
            "scenes:\n  /a: { table: Ticket, chips: [{ column: State, where: Id > 1 }] }",
            "2:49: A chip has \"where\" or \"column\", not both."
        ),
        (
            "scenes:\n  /a: { table: Ticket, form: { fields: { Owner: { choose: { table: Team } } } } }",
            "2:59: Owner refers to User, not to Team."
        ),
        ("app: { menu: [no] }\nscenes: {}", "1:15: \"no\" is not a name in YAML. Put it in quotes."),
        ("scenes:\n  /a: { table: Ticket }\n  /a: { table: Event }", "2:3: A name occurs twice: /a."),
        ("scenes:\n\t/a: {}", "2:1: This line is indented by a tab. Indent with spaces."),
        (
            "a: &x [1]\nscenes: { /a: *x }",
            "1:4: Anchors and aliases are not allowed. Write the value where it counts."
        ),
        (
            "scenes:\n  /a: { table: Ticket, form: { fields: { Title: { match: '(a+)+b' } } } }",
            "2:58: \"match\" may not repeat a group: it could take too long."
        ),
        (
            "scenes:\n  /a: { table: Ticket, as: owner, to: [x] }",
            "2:7: \"as: owner\" is for \"query\" and \"json\": all other scenes stay within the rules."
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ go: { call: go, sql: \"DELETE FROM Event\" } }] }",
            "2:53: \"call\" does all that the command does. Remove \"sql\"."
        ),
        (
            "scenes:\n  /a: { table: Ticket, commands: [{ go: { row: true, delete: false } }] }",
            "2:37: The command does nothing: add \"update\", \"insert\", \"delete\", \"sql\", \"call\" or \"goto\"."
        ),
        ("", "1:1: The file is empty. Write \"scenes: {}\" to declare none."),
    ])
    func isTold(_ scenes: String, _ fault: String) async throws {
        let faults = try await Self.faults(scenes)
        #expect(faults.contains { $0.lowercased().hasPrefix(fault.lowercased()) }, "\(faults)")
    }

    @Test func aLargeFileIsRefused() async throws {
        let faults = try await Self.faults("scenes: {}\n" + String(repeating: "# x\n", count: 500_000))
        #expect(faults == ["1:1: The file is larger than 1 MB."])
    }

    @Test func rightScenesHaveNoFaults() async throws {
        #expect(try await Self.faults("scenes:\n  /a: { table: Ticket }") == [])
        #expect(try await Self.faults("scenes: {}") == [])
    }

    @Test func theSchemaForEditorsKnowsTheDatabase() async throws {
        let database = try await TestEngine.makeDatabase(SceneServer.sql)
        let store = try await database.open()
        let schema = await SceneSchema(store.schema.shown).json
        await store.close()
        let definitions = schema["definitions"]
        #expect(definitions?["table"]?["enum"] == ["Event", "Team", "Ticket", "User"])
        let columns = definitions?["column"]?["anyOf"]?[0]?["enum"]?.arrayValue ?? []
        #expect(columns.contains("Priority") && columns.contains("-Priority"))
        let parts = definitions?["scene"]?["properties"]?.objectValue?.names ?? []
        for part in ["where", "chips", "tiles", "number", "total", "query", "related", "wide"] {
            #expect(parts.contains(part))
        }
    }
}
