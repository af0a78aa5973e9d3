import JSON
import TestSupport
import Testing

/// Row-level security: the policies of the database decide which rows a principal reads and writes.
@Suite(.timeLimit(.minutes(5))) struct PolicyTests {
    @Test func everythingShowsTheVisibleRowsOnly() async throws {
        try await Policed.serve(Policed.byOwner) { server async throws in
            for _ in 0..<2 {
                #expect(try await server.titles("/note", as: Policed.ada) == ["one", "three"])
                #expect(try await server.titles("/note", as: Policed.root) == ["one", "two", "three", "four"])
                #expect(try await server.titles("/note?sort=-title", as: Policed.bob) == ["two", "four"])
            }
            let document = try await server.get("/note?team=1", as: Policed.ada).json
            #expect(document.titles == ["one"] && document["window"]?["total"] == 1)
            #expect(try await server.titles("/note?search=o", as: Policed.bob) == ["two", "four"])
            #expect(try await server.titles("/note?section=team", as: Policed.ada) == ["one", "three"])
            #expect(try await server.get("/note/2", as: Policed.ada).status == 404)
            #expect(try await server.get("/note/2", as: Policed.bob).status == 200)
            #expect(try await server.get("/note/2/title", as: Policed.ada).status == 404)
            let export = try await server.get("/note:csv", as: Policed.ada).text
            #expect(export.contains("three") && !export.contains("two"))
            #expect(try await server.get("/note", as: nil).status != 200)
        }
    }

    @Test(arguments: [Policed.byTeam, Policed.byFunction])
    func listsFollowTheTablesThatPoliciesRead(policies: String) async throws {
        try await Policed.serve(policies) { server async throws in
            let socket = try await server.socket(as: Policed.ada)
            let scene = try await socket.open("/note")["scene"]?.intValue ?? 0
            try await socket.follow(scene) { $0.titles == ["one", "four"] }
            try await server.database.run("INSERT INTO member VALUES ('ada', 2)")
            try await socket.follow(scene) { $0.titles == ["one", "two", "three", "four"] }
            try await server.database.run("DELETE FROM member WHERE person = 'ada' AND team = 1")
            try await socket.follow(scene) { $0.titles == ["two", "three"] }
            try await server.database.run("UPDATE note SET team = 3 - team WHERE id IN (2, 4)")
            try await socket.follow(scene) { $0.titles == ["three", "four"] }
            #expect(try await server.titles("/note", as: Policed.ada) == ["three", "four"])
        }
    }

    @Test func listsFollowTablesThatAreNotServed() async throws {
        let policies = """
            CREATE SCHEMA hidden;
            CREATE TABLE hidden.team (person text PRIMARY KEY, number int);
            INSERT INTO hidden.team VALUES ('ada', 1);
            CREATE FUNCTION team() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER AS $$
                SELECT number FROM hidden.team WHERE person = current_setting('app.person') $$;
            CREATE POLICY team ON note USING (team = team());
            """
        try await Policed.serve(policies) { server async throws in
            let socket = try await server.socket(as: Policed.ada)
            let scene = try await socket.open("/note")["scene"]?.intValue ?? 0
            for (number, titles) in [(2, ["two", "three"]), (1, ["one", "four"]), (3, [])] {
                try await server.database.run("UPDATE hidden.team SET number = \(number)")
                try await socket.follow(scene) { $0.titles == titles }
                #expect(try await server.titles("/note", as: Policed.ada) == titles)
            }
        }
    }

    @Test func titlesOfRowsThatPoliciesHideAreLeftOut() async throws {
        let tables = """
            CREATE TABLE project (id int PRIMARY KEY, name text);
            CREATE TABLE task (id int PRIMARY KEY, title text, project int REFERENCES project);
            INSERT INTO project VALUES (1, 'Apollo');
            INSERT INTO task VALUES (1, 'fly', 1);
            GRANT SELECT ON project, task TO policy_agent;
            ALTER TABLE project ENABLE ROW LEVEL SECURITY;
            CREATE POLICY project ON project USING (id IN (
                SELECT team FROM member WHERE person = current_setting('app.person')));
            """
        let rules = Policed.rules + "\n  project: [{ to: agent, columns: all }]\n  task: [{ to: agent, columns: all }]"
        try await Policed.serve(Policed.byOwner + tables, rules: rules) { server async throws in
            let socket = try await server.socket(as: Policed.ada)
            let scene = try await socket.open("/task")["scene"]?.intValue ?? 0
            try await socket.follow(scene) { $0.text.contains("Apollo") }
            try await server.database.run("DELETE FROM member WHERE person = 'ada'")
            try await socket.follow(scene) { $0.titles == ["fly"] && !$0.text.contains("Apollo") }
            #expect(try await !server.get("/task", as: Policed.ada).text.contains("Apollo"))
            try await server.database.run("INSERT INTO member VALUES ('ada', 1)")
            try await socket.follow(scene) { $0.text.contains("Apollo") }
        }
    }

    @Test func aPolicyThatFailsHidesTheRows() async throws {
        try await Policed.serve(Policed.byOwner) { server async throws in
            let socket = try await server.socket(as: Policed.ada)
            let scene = try await socket.open("/note")["scene"]?.intValue ?? 0
            try await server.database.run("ALTER POLICY own ON note USING (current_setting('app.missing') = 'x')")
            try await socket.follow(scene) { $0.titles == [] && $0["problem"]?["code"] == "query-failed" }
            #expect(try await !server.get("/note", as: Policed.ada).text.contains("app.missing"))
            try await server.database.run("ALTER POLICY own ON note USING (owner = current_setting('app.person'))")
            try await socket.follow(scene) { $0.titles == ["one", "three"] }
        }
    }

    @Test func aChangedPolicyCountsWithinASecond() async throws {
        try await Policed.serve(Policed.byOwner) { server async throws in
            let socket = try await server.socket(as: Policed.ada)
            let scene = try await socket.open("/note")["scene"]?.intValue ?? 0
            try await server.database.run("ALTER POLICY own ON note USING (team = 2)")
            try await socket.follow(scene) { $0.titles == ["two", "three"] }
            try await server.database.run("DROP POLICY own ON note")
            try await socket.follow(scene) { $0.titles == [] }
            try await server.database.run("ALTER TABLE note DISABLE ROW LEVEL SECURITY")
            try await socket.follow(scene) { $0.titles.count == 4 }
        }
    }

    @Test func commandsRunAsTheRole() async throws {
        try await Policed.serve(Policed.byOwner) { server async throws in
            #expect(try await server.post("/note/1:update", ["title": "uno"], as: Policed.ada).status == 200)
            #expect(try await server.post("/note/2:update", ["title": "dos"], as: Policed.ada).status == 404)
            #expect(try await server.post("/note/2:delete", as: Policed.ada).status == 404)
            let given = try await server.post("/note/1:update", ["owner": "bob"], as: Policed.ada)
            #expect(given.status == 403 && !given.text.contains("policy"))
            let foreign: JSON = ["id": 5, "title": "five", "owner": "bob"]
            #expect(try await server.post("/note:insert", foreign, as: Policed.ada).status == 403)
            let own: JSON = ["id": 5, "title": "five", "owner": "ada"]
            #expect(try await server.post("/note:insert", own, as: Policed.ada, key: "k").status == 200)
            #expect(try await server.post("/note/3:delete", as: Policed.ada).status == 200)
            #expect(try await server.post("/note/2:update", ["title": "root"], as: Policed.root).status == 200)
            let rows = "SELECT string_agg(concat_ws(' ', id, title, owner), ', ' ORDER BY id) FROM note"
            #expect(try await server.database.run(rows) == "1 uno ada, 2 root bob, 4 four bob, 5 five ada\n")
        }
    }

    @Test func aRowMayBeHandedOver() async throws {
        let policies = """
            CREATE POLICY see ON note FOR SELECT USING (owner IN (current_setting('app.person'), 'desk'));
            CREATE POLICY change ON note FOR UPDATE USING (owner = current_setting('app.person'))
                WITH CHECK (owner IN (current_setting('app.person'), 'desk'));
            """
        try await Policed.serve(policies) { server async throws in
            #expect(try await server.post("/note/1:update", ["owner": "bob"], as: Policed.ada).status == 403)
            #expect(try await server.post("/note/1:update", ["owner": "desk"], as: Policed.ada).status == 200)
            #expect(try await server.titles("/note", as: Policed.ada) == ["one", "three"])
            #expect(try await server.post("/note/1:update", ["title": "uno"], as: Policed.ada).status == 404)
        }
    }

    @Test func principalsWithTheSameSettingsShareAScene() async throws {
        let shared = Policed.rules.replacing("app.person: =user.id", with: "app.team: 1")
        let policy = "CREATE POLICY team ON note USING (team = current_setting('app.team')::int);"
        for (rules, policy, isShared) in [(shared, policy, true), (Policed.rules, Policed.byOwner, false)] {
            try await Policed.serve(policy, rules: rules) { server async throws in
                let scene = { (principal: String) in
                    try await server.socket(as: principal).open("/note")["scene"]?.intValue
                }
                #expect(try await (scene(Policed.ada) == scene(Policed.bob)) == isShared)
            }
        }
    }

    @Test func aRoleThatCannotBeUsedSeesNothing() async throws {
        let rules = Policed.rules.replacing("policy_agent", with: "policy_missing")
        try await Policed.serve(Policed.byOwner, rules: rules) { server async throws in
            let answer = try await server.get("/note", as: Policed.ada)
            #expect(answer.status != 200 || answer.titles == [])
            #expect(!answer.text.contains("policy_missing") && !answer.text.contains("one"))
            #expect(try await server.post("/note/1:update", ["title": "x"], as: Policed.ada).status >= 400)
            #expect(try await server.titles("/note", as: Policed.root).count == 4)
        }
    }

    @Test func aRevokedPrivilegeHidesTheRows() async throws {
        try await Policed.serve(Policed.byOwner) { server async throws in
            let socket = try await server.socket(as: Policed.ada)
            let scene = try await socket.open("/note?sort=title")["scene"]?.intValue ?? 0
            let sections = try await socket.open("/note?section=team")["scene"]?.intValue ?? 0
            #expect(try await server.titles("/note", as: Policed.ada) == ["one", "three"])
            try await server.database.run("REVOKE SELECT ON note FROM policy_agent")
            try await socket.follow(scene) { $0.titles == [] && $0["problem"]?["code"] == "query-failed" }
            try await socket.follow(sections) { $0.titles == [] }
            let answer = try await server.get("/note", as: Policed.ada)
            #expect(answer.titles == [] && !answer.text.contains("three"))
            #expect(try await server.get("/note/1", as: Policed.ada).text.contains("one") == false)
            try await server.database.run("GRANT SELECT ON note TO policy_agent")
            try await socket.follow(scene) { $0.titles == ["one", "three"] && $0["problem"] == nil }
            try await socket.follow(sections) { $0.titles == ["one", "three"] }
        }
    }

    @Test func principalsWithoutARoleOfTheDatabaseMayDoNothing() async throws {
        let rules = Policed.rules.replacing("roles: { agent: {} }", with: "roles: { agent: {}, guest: {} }")
            .replacing("to: agent", with: "to: [agent, guest]")
        try await Policed.serve(Policed.byOwner, rules: rules) { server async throws in
            #expect(try await server.get("/note", as: "person:ada:guest").status == 404)
            #expect(try await server.titles("/note", as: "person:ada:guest,agent") == ["one", "three"])
        }
    }

    @Test func aSchemaWithTheNameOfTheRoleIsNotRead() async throws {
        let decoy = """
            CREATE SCHEMA policy_agent; GRANT USAGE ON SCHEMA policy_agent TO policy_agent;
            CREATE TABLE policy_agent.note AS SELECT id, 'decoy' AS title, owner, team FROM note;
            GRANT ALL ON policy_agent.note TO policy_agent;
            """
        try await Policed.serve(Policed.byOwner + decoy) { server async throws in
            #expect(try await server.titles("/note", as: Policed.ada) == ["one", "three"])
            #expect(try await server.post("/note/1:update", ["title": "uno"], as: Policed.ada).status == 200)
            #expect(try await server.database.run("SELECT title FROM public.note WHERE id = 1") == "uno\n")
        }
    }

    @Test func aSettingMayHaveAnyText() async throws {
        try await Policed.serve(Policed.byOwner) { server async throws in
            for name in ["o'neill", "\\", "');SET/**/ROLE/**/postgres;--", "a\"b", "ä"] {
                let text = name.replacing("'", with: "''")
                try await server.database.run("UPDATE note SET owner = '\(text)' WHERE id = 1")
                #expect(try await server.titles("/note", as: "person:\(name):agent") == ["one"], "\(name)")
            }
        }
    }

    /// Random commits change rows, owners, teams and members. After each, every list is what the role itself selects.
    @Test(arguments: [Policed.byOwner, Policed.byTeam, Policed.byFunction])
    func listsAreWhatTheRoleSelects(policies: String) async throws {
        let random = SeededGenerator.announced("listsAreWhatTheRoleSelects")
        try await Policed.serve(policies) { server async throws in
            var random = random
            for _ in 0..<25 {
                let statements = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.statement(&random) }
                try await server.database.run(statements.joined(separator: "; "))
                for person in ["ada", "bob"] {
                    let selected = try await server.database.run(
                        """
                        SET app.person = '\(person)'; SET ROLE policy_agent;
                        SELECT title FROM note ORDER BY team, id
                        """)
                    let titles = try await server.titles("/note?sort=team", as: "person:\(person):agent")
                    #expect(titles.map { $0 + "\n" }.joined() == selected, "after \(statements)")
                }
            }
        }
    }

    private static func statement(_ random: inout SeededGenerator) -> String {
        let (id, team) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...3, using: &random))
        let person = ["ada", "bob"].randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: "INSERT INTO note VALUES (\(id), 'n\(id)', '\(person)', \(team)) ON CONFLICT DO NOTHING"
        case 1: "DELETE FROM note WHERE id = \(id)"
        case 2: "UPDATE note SET owner = '\(person)' WHERE id = \(id)"
        case 3: "UPDATE note SET team = \(team) WHERE id = \(id)"
        case 4: "INSERT INTO member VALUES ('\(person)', \(team)) ON CONFLICT DO NOTHING"
        default: "DELETE FROM member WHERE person = '\(person)' AND team = \(team)"
        }
    }
}

extension HTTPAnswer {
    fileprivate var titles: [String] { (try? json.titles) ?? [] }
}
