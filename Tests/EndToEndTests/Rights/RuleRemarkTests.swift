import TestSupport
import Testing

/// What `oriel check` says of rules without mistakes.
@Suite(.timeLimit(.minutes(5))) struct RuleRemarkTests {
    @Test func aForeignKeyThatMayOnlyBeNullIsRemarked() async throws {
        let rules = """
            roles: { clerk: {}, lead: {} }
            tables:
              Ticket:
                - { to: lead, columns: all, update: all }
                - { to: clerk, columns: [Title, Owner], insert: { columns: [Title, Owner] } }
              Team: [{ to: signed-in, columns: all }]
              User: [{ to: lead, columns: [Name] }]
            """
        let database = try await blocking { try Database(Helpdesk.sql) }
        let path = try database.write(rules: rules)
        let ending = try await Program.run("check", database.path, path)
        #expect(ending.status == 0)
        #expect(
            ending.output == """
                \(path): No mistakes.
                Ticket.Owner: clerk may set it only to NULL, because nothing in User is granted to clerk.

                """)
    }
}
