import Declarations
@testable import Rights
import Scenes
import Tables
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(5))) struct RulesReaderTests {
    static let good = """
        attributes:
          teams: SELECT TeamId FROM Member WHERE UserId = :id
        roles: { agent: { may: [export] }, lead: { also: [agent] } }
        tables:
          Ticket:
            - to: lead
              rows: Team in user.teams
              columns: all
              update: all
              delete: State = 'closed'
            - to: agent
              rows: Team in user.teams and State <> 'secret'
              columns: [Title, State, Team, Owner, { Phone: Owner = user.id }]
              insert: { columns: [Title], set: { Owner: =user.id, State: new, Team: =first(user.teams) } }
              update: { columns: [State, Phone], rows: Owner = user.id or Owner is null, check: Team in user.teams }
          User: [{ to: agent, columns: [Name] }]
        views: { OpenByTeam: { to: [lead] } }
        """

    private func faults(_ text: String) -> [String] {
        RulesReader.read(text, of: Ticket.schema).faults.map { $0.text(in: "access.yaml") }
    }

    @Test func readsTheExampleOfTheGuide() {
        #expect(faults(Self.good) == [])
    }

    private func faultsWithRoles(_ text: String) -> [String] {
        RulesReader.read(text, of: Ticket.schema, hasRoles: true).faults.map(\.message)
    }

    @Test func mistakesInRolesOfTheDatabaseAreNamed() {
        let good = "roles: { agent: {} }\ndatabase: { agent: { as: shop_agent, set: { app.person: =user.id } } }"
        #expect(faultsWithRoles(good) == [])
        #expect(faults(good) == ["access.yaml:2:11: \"database\" names roles of PostgreSQL. This database has none."])
        let cases = [
            "{ agent: { set: { app.person: 1 } } }": "\"as\" is missing: name the role of PostgreSQL for agent.",
            "{ agnt: { as: x } }":
                "There is no role \"agnt\". Name it under \"roles\". Did you mean \"agent\"?",
            "{ agent: { as: x, set: { row_security: off } } }":
                "A setting has a name such as \"app.person\": small letters, digits and underscores around a dot.",
            "{ agent: { as: x, set: { app.person: =now() } } }":
                "now() and today are allowed only in \"check\" and \"set\" of a grant: lists do not follow the clock.",
            "{ agent: { as: none } }": "\"none\" is no role of PostgreSQL.",
            "{}": "\"database\" names no role, so nothing would be granted.",
        ]
        for (part, fault) in cases {
            #expect(faultsWithRoles("roles: { agent: {} }\ndatabase: \(part)") == [fault])
        }
    }

    @Test func theFirstRoleOfTheDatabaseCounts() {
        let text = """
            attributes: { teams: SELECT 1 }
            roles: { agent: {}, lead: { also: [agent] }, guest: {} }
            database:
              lead: { as: shop_lead }
              agent: { as: shop_agent, set: { app.person: =lower(user.name), app.team: =first(user.teams), app.n: 5 } }
            tables: { User: [{ to: [agent, guest], columns: [Name] }] }
            """
        let (rules, faults) = RulesReader.read(text, of: Ticket.schema, hasRoles: true)
        #expect(faults.isEmpty)
        let grants = { (roles: Set<String>, teams: [SQLValue]) in
            rules.grants(
                of: Principal(.person, id: "1", name: "ADA", roles: roles), attributes: ["teams": teams])
        }
        #expect(grants(["lead"], []).role?.texts == ["shop_lead", "app.n", "", "app.person", "", "app.team", ""])
        let agent = grants(["agent"], [.integer(7), .integer(8)])
        #expect(agent.role?.texts == ["shop_agent", "app.n", "5", "app.person", "ada", "app.team", "7"])
        #expect(grants(["agent"], []).role?.texts == ["shop_agent", "app.n", "5", "app.person", "ada", "app.team", ""])
        #expect(grants(["agent"], []).text != agent.text)
        #expect(grants(["guest"], []).isEmpty && grants(["guest"], []).lacksRole && !agent.lacksRole)
    }

    @Test func grantsNothingWithoutALine() {
        let rules = RulesReader.read("", of: Ticket.schema).rules
        let grants = rules.grants(of: Principal(.person, id: "1", name: "ada", roles: ["lead"]), attributes: [:])
        #expect(grants["Ticket"] == nil)
        #expect(grants.restricted(Ticket.schema).tables.isEmpty)
    }

    @Test func namesEveryMistakeWithPlaceAndRemedy() {
        let text = """
            roles: { agent: { may: [delete] }, no: {}, admin: {} }
            tables:
              Tickets: []
              Ticket:
                - to: agnt
                  columns: [Title, Stat]
                  rows: Prioity = 1
                  colums: all
                - to: no
                  columns: all
                  update: { columns: [Cost], set: { Cost: 1 } }
                - to: agent
              OpenByTeam: [{ to: agent, columns: all }]
              Search: [{ to: agent, columns: all }]
            views: { User: { to: agent } }
            tabels: {}
            """
        #expect(
            faults(text)
                == [
                    "access.yaml:1:25: A role may not \"delete\". There is: export.",
                    "access.yaml:1:36: \"no\" is not a name in YAML. Put it in quotes.",
                    "access.yaml:1:44: \"admin\" is a role already, and takes no rules.",
                    "access.yaml:3:3: There is no table \"Tickets\". Did you mean \"Ticket\"?",
                    "access.yaml:5:11: There is no role \"agnt\". Name it under \"roles\". Did you mean \"agent\"?",
                    "access.yaml:6:24: Ticket has no column \"Stat\". Did you mean \"State\"?",
                    "access.yaml:7:13: Ticket has no column \"Prioity\". Did you mean \"Priority\"?",
                    "access.yaml:8:7: A grant has no \"colums\". Did you mean \"columns\"?",
                    "access.yaml:9:11: \"no\" is not a name in YAML. Put it in quotes.",
                    "access.yaml:9:7: \"Cost\" is in \"columns\" and in \"set\". Remove one.",
                    "access.yaml:12:7: \"columns\" is missing: name the visible columns, or write \"columns: all\".",
                    "access.yaml:13:3: OpenByTeam is a view, which shows what it selects. Name it under \"views\".",
                    "access.yaml:14:3: Search is a virtual table, which no rule can limit.",
                    "access.yaml:15:10: User is not a view. Name it under \"tables\".",
                    "access.yaml:16:1: The file has no \"tabels\". Did you mean \"tables\"?",
                ].sorted { Self.place($0) < Self.place($1) })
    }

    private static func place(_ fault: String) -> (Int, Int) {
        let parts = fault.split(separator: ":")
        return (Int(parts[1]) ?? 0, Int(parts[2]) ?? 0)
    }

    @Test func refusesWhatIsNotBounded() {
        #expect(
            faults("a: &a [x]\nb: *a").first
                == "access.yaml:1:4: Anchors and aliases are not allowed. Write the value where it counts.")
        #expect(faults(String(repeating: " ", count: 2 << 20)) == ["access.yaml:1:1: The file is larger than 1 MB."])
        let deep = "tables: " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(faults(deep).first?.contains("nested too deeply") == true)
        #expect(faults("tables: {}\ntables: {}").first?.contains("occurs twice") == true)
        #expect(faults("tables: [").first?.contains("This is not YAML") == true)
        #expect(
            faults("roles: 5").first
                == "access.yaml:1:8: \"roles\" has to be names and values, such as \"name: value\".")
        #expect(faults("attributes: { a: 'SELECT 2 * 3', b: 'x # &y' } # *z").isEmpty)
    }

    @Test func namesTheRemedyForHabitsFromElsewhere() {
        #expect(
            faults("tables:\n\tUser: []").first
                == "access.yaml:2:1: This line is indented by a tab. Indent with spaces.")
        let grant = "tables:\n  Ticket:\n    - { to: everyone, columns: [Title], "
        #expect(
            faults(grant + "delete: true }").first
                == "access.yaml:3:49: \"delete\" is \"all\", or the condition of the rows that may be deleted.")
        for verb in ["insert", "update"] {
            #expect(
                faults(grant + "\(verb): true }").first == "access.yaml:3:49: \"\(verb)\" is \"all\", or has "
                    + "members, such as \"columns: [Title]\".")
        }
    }

    @Test func theFirstGrantThatFitsCountsAlone() throws {
        let rules = RulesReader.read(Self.good, of: Ticket.schema).rules
        let ada = Principal(.person, id: "1", name: "ada", roles: ["lead"])
        let bob = Principal(.person, id: "2", name: "bob", roles: ["agent"])
        let teams: [String: [SQLValue]] = ["teams": [.integer(1)]]
        let (lead, agent) = (rules.grants(of: ada, attributes: teams), rules.grants(of: bob, attributes: teams))
        #expect(lead["Ticket"]?.columns.named.contains("Cost") == true)
        #expect(lead["Ticket"]?.exports == true, "a role has the abilities of the roles that it includes")
        #expect(lead["User"] != nil)
        #expect(lead["OpenByTeam"] != nil)
        #expect(agent["OpenByTeam"] == nil)
        #expect(agent["Ticket"]?.columns.named == ["Title", "State", "Team", "Owner"])
        #expect(agent["Ticket"]?.deletion == nil)
        #expect(agent["Ticket"]?.insertion?.presets.count == 3)
        #expect(rules.grants(of: .nobody, attributes: [:])["Ticket"] == nil)
    }

    @Test func equalRightsHaveOneText() {
        let rules = RulesReader.read(Self.good, of: Ticket.schema).rules
        let text = { (id: String, teams: [Int64]) in
            rules.grants(
                of: Principal(.person, id: id, name: id, roles: ["lead"]),
                attributes: ["teams": teams.map { .integer($0) }]
            ).text(of: ["Ticket"])
        }
        #expect(text("1", [1, 2]) == text("2", [2, 1]))
        #expect(text("1", [1]) != text("1", [2]))
        #expect(text("1", []) != text("1", [2]))
    }

    @Test func aChangedTableIsRefusedUntilTheFileIsReadAgain() {
        var rules = RulesReader.read(Self.good, of: Ticket.schema).rules
        let ada = Principal(.person, id: "1", name: "ada", roles: ["lead"])
        var schema = Ticket.schema
        let place = schema.tables.firstIndex { $0.name == "Ticket" } ?? 0
        let column = schema.tables[place].columns.remove(at: 1)
        var wider = Ticket.schema
        var extra = column
        extra.name = "Extra"
        wider.tables[place].columns.append(extra)
        #expect(rules.follow(wider).isEmpty)
        #expect(rules.grants(of: ada, attributes: [:])["Ticket"]?.columns.named.contains("Extra") == true)
        #expect(rules.follow(schema).map(\.table) == ["Ticket"])
        #expect(rules.grants(of: ada, attributes: [:])["Ticket"] == nil)
        #expect(rules.follow(Ticket.schema).map(\.table) == ["Ticket"])
        #expect(rules.grants(of: ada, attributes: [:])["Ticket"] == nil)
        #expect(rules.grants(of: ada, attributes: [:])["User"] != nil)
    }

    /// Rules that SQLite could not run, or that would take the reader's stack, are mistakes.
    @Test(arguments: [("lower(", "Title", ")", 1_000), ("(", "Id = 1", ")", 49), ("Id = 1 or ", "Id = 1", "", 1_200)])
    func anExpressionIsBounded(before: String, middle: String, after: String, count: Int) {
        let expression = before.repeated(count) + middle + after.repeated(count)
        let text = "tables: { Ticket: [{ to: everyone, columns: all, rows: \"\(expression)\" }] }"
        let faults = RulesReader.read(text, of: Ticket.schema).faults
        #expect(faults.count == 1)
        #expect(faults.first?.message.hasPrefix("The expression ") == true)
    }

    @Test(arguments: ["", "# nothing", "~"]) func anEmptyFileIsAMistake(text: String) {
        #expect(RulesReader.read(text, of: Ticket.schema).faults.map(\.line) == [1])
    }

    @Test func anchorsAreMistakesWhereverTheyAre() {
        let text = "tables: {}\nroles:\n  a: !!map &x { may: [export] }\n  b:\t*x"
        #expect(RulesReader.read(text, of: Ticket.schema).faults.first?.message.hasPrefix("Anchors") == true)
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
