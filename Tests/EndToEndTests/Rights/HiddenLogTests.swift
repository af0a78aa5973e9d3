import Access
import Foundation
import JSON
import TestSupport
import Testing

/// Case 13: what a server writes about the requests of a principal has nothing that is hidden.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct HiddenLogTests {
    @Test("13: neither the log, nor the audit, nor the remembered commands have a hidden text")
    func nothingHiddenIsWritten() async throws {
        let file = try await ServedFile(Helpdesk.sql)
        let folder = file.database.folder
        try file.database.write(rules: Helpdesk.rules)
        try file.configure(
            """
            users: \(folder)/access.sqlite
            access: \(folder)/access.yaml
            resumeFile: \(folder)/states.json
            logLevel: trace
            accessLog: true
            logFormat: json
            """)
        #expect(try await Program.run("attach", file.database.path).status == 0)
        let access = try await Access(path: folder + "/access.sqlite")
        _ = try await access.addPerson("ada", password: Guarded.password, roles: ["agent"])
        let key = try await access.addKey(NewKey(name: "test", roles: ["agent"], person: "ada", networks: []))
        await access.close()
        let (program, port) = try await file.serve()
        async let ending = program.end()  // reads the log, which would fill the pipe
        let (http, headers) = (HTTPClient(port: port), ["Authorization": "Bearer \(key)"])
        let events = try await EventClient(port: port, "/Ticket/1", headers: headers)
        _ = try await events.next()
        let socket = try await SocketClient(port: port, headers: headers)
        let scene = try #require(try await socket.open("/Ticket")["scene"]?.intValue)
        for target in [
            "/", "/Ticket?search=one", "/Ticket?sort=Memo", "/Ticket?Cost=5", "/Ticket/9", "/Ticket/1/Scan", "/Secret",
            "/Ticket:csv", "/AllTickets", "/Ticket?section=State",
        ] {
            _ = try await http.get(target, headers)
        }
        let commands: [(String, JSON)] = [
            ("/Ticket/1:update", ["Note": "seen"]), ("/Ticket/1:update", ["State": "forbidden"]),
            ("/Ticket/1:update", ["Parent": 9]), ("/Ticket/9:update", ["Note": "x"]), ("/Ticket/1:update", ["Cost": 1]),
            ("/Ticket:insert", ["Title": "x"]), ("/Ticket/1:delete", [:]), ("/Secret/1:update", ["Word": "x"]),
        ]
        for (number, (target, body)) in commands.enumerated() {
            let keyed = headers.merging(["Idempotency-Key": "k\(number)"]) { $1 }
            _ = try await http.post(target, body, keyed)
        }
        _ = try await socket.run("update", scene: scene, row: "9", ["Note": "x"])
        try await file.database.run("UPDATE Ticket SET Memo = 'kolibri new', Note = 'walrus 2' WHERE Id = 9")
        try program.signal(SIGTERM)
        let log = try await ending
        #expect(log.lines.contains { $0.contains("request") })
        let audit = try await Database.run("SELECT * FROM Audit", at: folder + "/access.sqlite")
        #expect(audit.contains("command refused"))
        let remembered = try await file.database.run("SELECT * FROM _oriel_commands")
        #expect(!remembered.isEmpty)
        let states = try String(contentsOfFile: folder + "/states.json", encoding: .utf8)
        for marker in Helpdesk.markers {
            #expect(!log.errors.contains(marker), "\(log.lines.filter { $0.contains(marker) })")
            #expect(!log.output.contains(marker))
            #expect(!audit.contains(marker))
            #expect(!remembered.contains(marker))
            #expect(!states.contains(marker))
        }
    }
}
