import Foundation
import JSON
import TestSupport
import Testing

/// `oriel user` and `oriel key`, and what they do to running servers, each a process of its own.
@Suite(.timeLimit(.minutes(5))) struct UserCommandTests {
    private struct Desk {
        let file: ServedFile
        var users: String { file.database.folder + "/data/access.sqlite" }

        init() async throws {
            file = try await ServedFile(Guarded.sql)
            try file.configure("users: \(file.database.folder)/data/access.sqlite\n")
        }

        func password(_ text: String) throws -> String {
            let path = file.database.folder + "/password"
            try Data("\(text)\nsecond line".utf8).write(to: URL(fileURLWithPath: path))
            return path
        }

        func run(_ arguments: String...) async throws -> Program.Ending {
            try await Program.run(arguments + ["--config", file.config])
        }

        func signIn(_ name: String, at port: Int, _ password: String = Guarded.password) async throws -> HTTPAnswer {
            let body: JSON = ["name": .string(name), "password": .string(password)]
            return try await HTTPClient(port: port).post("/-/sign-in", body)
        }
    }

    @Test func peopleAndKeysAreManagedWhileServersRun() async throws {
        let desk = try await Desk()
        let early = try await desk.run("user", "disable", "ada")
        #expect(early.status == 1 && early.errors.contains("access.sqlite does not exist. Name the settings"))
        let added = try await desk.run(
            "user", "add", "ada", "--role", "admin", "--password-file", try desk.password(Guarded.password))
        #expect(added.output == "ada may sign in (\(desk.users)).\n" && added.status == 0)
        let again = try await desk.run(
            "user", "add", "Ada", "--password-file", try desk.password("other horse battery"))
        #expect(again.output == "Ada is in \(desk.users) already. Nothing was changed.\n")
        let (one, first) = try await desk.file.serve()
        let (two, second) = try await desk.file.serve()
        let answer = try await desk.signIn("ada", at: first)
        #expect(answer.status == 200)
        let headers = ["Cookie": answer.jar, "Sec-Fetch-Site": "same-origin"]
        // A session of one process is one of the other.
        let sockets = [
            try await SocketClient(port: first, headers: headers),
            try await SocketClient(port: second, headers: headers),
        ]
        for socket in sockets { #expect(try await socket.open("/note")["type"] == "snapshot") }
        #expect(try await desk.run("user", "list").output == "1\tada\tadmin\t1 session\n")
        let key = try await desk.run("key", "add", "backup", "--role", "reader", "--days", "1")
        let token = key.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try await HTTPClient(port: second).get("/note", ["Authorization": "Bearer \(token)"]).status == 200)
        #expect(try await desk.run("user", "disable", "ada").status == 0)
        for socket in sockets {
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 4401 && socket.closeReason == "revoked")
        }
        for port in [first, second] { #expect(try await HTTPClient(port: port).get("/note", headers).status == 401) }
        #expect(try await desk.signIn("ada", at: second).status == 401)
        #expect(try await desk.run("user", "list").output == "1\tada\tadmin\tdisabled\n")
        let id = String(token.split(separator: "_")[1])
        #expect(try await desk.run("key", "list").output.hasPrefix("\(id)\tbackup\treader\t-\t-\t-\t2"))
        #expect(try await desk.run("key", "revoke", id).status == 0)
        #expect(try await desk.run("key", "revoke", id).status == 1)
        #expect(try await HTTPClient(port: first).get("/note", ["Authorization": "Bearer \(token)"]).status == 401)
        for program in [one, two] {
            try program.signal(15)
            let ending = try await program.end()
            for secret in [token, Guarded.password, answer.jar.prefix { $0 != ";" }.dropFirst(6)]
                as [any StringProtocol]
            {
                #expect(!ending.errors.contains(secret) && !ending.output.contains(secret))
            }
        }
        let users = desk.users
        let audit = try await Database.run("SELECT Event FROM Audit", at: users)
        #expect(
            audit.split(separator: "\n").map(String.init).sorted() == [
                "key added", "key refused", "key revoked", "person added", "person disabled", "sign-in", "sign-in",
                "sign-in refused",
            ])
        let forged = await #expect(throws: (any Error).self) {
            try await Database.run("DELETE FROM Audit", at: users)
        }
        #expect("\(String(describing: forged))".contains("only grows"))
    }

    @Test func aRoleThatNoRuleNamesIsRemarked() async throws {
        let desk = try await Desk()
        let rules = desk.file.database.folder + "/access.yaml"
        let yaml = "roles: { lead: { also: [agent] }, agent: {} }\ntables: { note: [{ to: reader, columns: all }] }\n"
        try Data(yaml.utf8).write(to: URL(fileURLWithPath: rules))
        try desk.file.configure("users: \(desk.users)\naccess: \(rules)\n")
        let password = try desk.password(Guarded.password)
        let added = try await desk.run(
            "user", "add", "ada", "--role", "admin", "--role", "leads", "--role", "reader", "--password-file", password)
        #expect(added.status == 0 && added.output == "ada may sign in (\(desk.users)).\n")
        #expect(
            added.errors
                == "No rule names the role \"leads\". Did you mean \"lead\"? The rules are in \(rules).\n")
        let changed = try await desk.run("user", "roles", "ada", "agent", "raeder")
        #expect(changed.errors.hasPrefix("No rule names the role \"raeder\". Did you mean \"reader\"?"))
        let key = try await desk.run("key", "add", "backup", "--role", "writer")
        #expect(
            key.status == 0 && key.errors.hasPrefix("The key is in \(desk.users).\nNo rule names the role \"writer\"."))
        #expect(try await desk.run("user", "roles", "ada", "lead").errors.isEmpty)
    }

    @Test(arguments: [
        ("password1234", "too common"), ("short", "12 bytes"), ("ada-ada-ada-1", "The word \"ada\" does not count"),
    ])
    func aWeakPasswordIsRefused(password: String, reason: String) async throws {
        let desk = try await Desk()
        let ending = try await desk.run("user", "add", "ada", "--password-file", try desk.password(password))
        #expect(ending.status == 1)
        #expect(ending.errors.contains(reason) && !ending.errors.contains(password))
    }

    @Test func withNobodyALinkInTheLogMakesTheFirstAdministrator() async throws {
        let desk = try await Desk()
        let (program, port) = try await desk.file.serve()
        let log = try await program.hears(until: "/-/sign-in?set-up=", then: 64)
        let link = String(log.suffix(64))
        let http = HTTPClient(port: port)
        let form = try await http.get("/-/sign-in?set-up=\(link)", ["Accept": "text/html"])
        #expect(form.text.contains("Create the administrator") && form.text.contains(link))
        let distant = try await http.get("/-/sign-in?set-up=\(link)", ["X-Forwarded-For": "192.0.2.7"])
        #expect(!distant.text.contains(link))
        let body: JSON = ["name": "ada", "password": .string(Guarded.password), "set-up": .string(link)]
        #expect(try await http.post("/-/sign-in", body, ["X-Forwarded-For": "192.0.2.7"]).status == 401)
        let weak: JSON = ["name": "ada", "password": "password1234", "set-up": .string(link)]
        #expect(try await http.post("/-/sign-in", weak).status == 422)
        let answer = try await http.post("/-/sign-in", body)
        #expect(try answer.json["principal"]?["roles"] == ["admin"])
        #expect(try await http.get("/note", ["Cookie": answer.jar]).status == 200)
        let other: JSON = ["name": "eve", "password": .string(Guarded.password), "set-up": .string(link)]
        #expect(try await http.post("/-/sign-in", other).status == 422)
        let used = try await http.get("/-/sign-in?set-up=\(link)", ["Accept": "text/html"])
        #expect(used.status == 422 && !used.text.contains(link) && used.text.contains("This link was used already"))
        try await program.stop()
    }

    @Test func aContainerNamesItsAdministratorInAFile() async throws {
        let desk = try await Desk()
        let path = try desk.password("root:\(Guarded.password)")
        let (program, port) = try await desk.file.serve(environment: ["ORIEL_ADMIN_FILE": path])
        #expect(try await desk.signIn("root", at: port).status == 200)
        try await program.stop()
        try Data("root:another horse battery".utf8).write(to: URL(fileURLWithPath: path))
        let (next, second) = try await desk.file.serve(environment: ["ORIEL_ADMIN_FILE": path])
        #expect(try await desk.signIn("root", at: second).status == 200)
        #expect(try await desk.signIn("root", at: second, "another horse battery").status == 401)
        try await next.stop()
    }

    @Test func aFileThatOthersMayReadEndsTheStart() async throws {
        let desk = try await Desk()
        _ = try await desk.run("key", "add", "backup")
        let users = desk.users
        _ = try await blocking { try Shell.run("chmod", ["644", users]) }
        let ending = try await Program.run([
            "serve", desk.file.database.path, "--port", "0", "--config", desk.file.config,
        ])
        #expect(ending.status == 1 && ending.errors.contains("chmod 600"))
        try desk.file.configure("users: \(desk.file.database.path)")
        let same = try await Program.run([
            "serve", desk.file.database.path, "--port", "0", "--config", desk.file.config,
        ])
        #expect(same.status == 1 && same.errors.contains("that is the file that is served"))
    }
}
