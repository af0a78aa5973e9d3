import Declarations
import Tables
import Testing
@testable import Rights

/// Grants that never count, and roles that include themselves.
@Suite(.timeLimit(.minutes(5))) struct GrantOrderTests {
    private func faults(_ text: String) -> [String] {
        RulesReader.read(text, of: Ticket.schema).faults.map { $0.text(in: "access.yaml") }
    }

    @Test func aGrantBehindThatOfAnIncludedRoleIsAMistake() {
        let text = """
            roles: { agent: {}, lead: { also: [agent] }, chief: { also: [lead] } }
            tables:
              Ticket:
                - { to: agent, columns: [Title] }
                - { to: [lead, chief], columns: all }
                - { to: agent, columns: all }
            """
        #expect(
            faults(text) == [
                "access.yaml:5:14: This grant never counts for \"lead\": the grant at line 4 is for \"agent\", which "
                    + "\"lead\" includes. Put this one first.",
                "access.yaml:5:20: This grant never counts for \"chief\": the grant at line 4 is for \"agent\", which "
                    + "\"chief\" includes. Put this one first.",
                "access.yaml:6:13: This grant never counts for \"agent\": the grant at line 4 is for \"agent\" too. "
                    + "Join them.",
            ])
    }

    @Test func aGrantBehindThatOfEverybodyIsAMistake() {
        let text = """
            roles: { agent: {} }
            tables:
              Ticket:
                - { to: signed-in, columns: [Title] }
                - { to: everyone, columns: [Id] }
                - { to: agent, columns: all }
              User: [{ to: everyone, columns: [Name] }, { to: signed-in, columns: all }]
            """
        let start = "This grant never counts for"
        #expect(
            faults(text) == [
                "access.yaml:6:13: \(start) \"agent\": the grant at line 4 is for \"signed-in\", so for \"agent\" too. "
                    + "Put this one first.",
                "access.yaml:7:51: \(start) \"signed-in\": the grant at line 7 is for \"everyone\", so for "
                    + "\"signed-in\" too. Put this one first.",
            ])
    }

    @Test func aGrantBeforeThatOfAnIncludedRoleCounts() {
        let text = """
            roles: { agent: {}, lead: { also: [agent] }, guest: {} }
            tables:
              Ticket:
                - { to: lead, columns: all }
                - { to: [agent, guest], columns: [Title] }
                - { to: signed-in, columns: [Title] }
                - { to: everyone, columns: [Id] }
            """
        #expect(faults(text) == [])
    }

    @Test func rolesThatIncludeThemselvesAreMistakes() {
        let text = """
            roles:
              a: { also: [b] }
              b: { also: [c, d] }
              c: { also: a }
              d: {}
              e: { also: [a, e] }
            """
        #expect(
            faults(text) == [
                "access.yaml:2:3: The role \"a\" includes itself: a, b, c, a. Remove one of them from \"also\".",
                "access.yaml:6:3: The role \"e\" includes itself: e, e. Remove one of them from \"also\".",
            ])
    }
}
