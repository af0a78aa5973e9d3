import Foundation
import JSON
import TestSupport
import Testing

/// Signing in at a service with the settings of an operator, at two servers on one database.
@Suite(.timeLimit(.minutes(5))) struct LoginServiceCommandTests {
    @Test func aLinkedPersonSignsInAtAnyOfTwoServers() async throws {
        let key = try SigningKey("one", isRSA: true)
        try await using({ try await FakeService([key]) }, close: { await $0.stop() }) { service in
            let file = try await ServedFile(Guarded.sql)
            let folder = file.database.folder
            let (users, secret) = (folder + "/access.sqlite", folder + "/secret")
            try Data(FakeService.secret.utf8).write(to: URL(fileURLWithPath: secret))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
            try Data(Guarded.password.utf8).write(to: URL(fileURLWithPath: folder + "/password"))
            let issuer = await service.issuer
            try file.configure(
                """
                users: \(users)
                accessLog: true
                logLevel: debug
                oidc:
                  desk: { issuer: \(issuer), client: desk, secret: { file: \(secret) } }
                """)
            func run(_ arguments: String...) async throws -> Program.Ending {
                try await Program.run(arguments + ["--config", file.config])
            }
            #expect(try await run("user", "add", "ada", "--password-file", folder + "/password").status == 0)
            let link = ["user", "account", "ada", "--issuer", issuer, "--subject", "7", "--config", file.config]
            let linked = try await Program.run(link)
            #expect(linked.status == 0 && linked.output == "The account is ada's.\n")
            let (one, first) = try await file.serve()
            let (two, second) = try await file.serve()
            // The sign-in begins at one server and ends at the other, as behind a proxy with one name.
            let host = ["Host": "127.0.0.1:\(first)"]
            let beginning = try await HTTPClient(port: first).get("/-/sign-in/desk?next=/note", host)
            let target = try await service.approve(try #require(beginning.headers["location"]))
            let back = host.merging(["Cookie": beginning.jar]) { $1 }
            let answer = try await HTTPClient(port: second).get(target, back)
            #expect(answer.status == 303 && answer.headers["location"] == "/note")
            #expect(try await HTTPClient(port: first).get(target, back).status == 400)
            let cookies = ["Cookie": answer.jar]
            for port in [first, second] {
                #expect(try await HTTPClient(port: port).get("/note", cookies).status == 200)
            }
            #expect(try await Program.run(link + ["--remove"]).status == 0)
            #expect(try await Program.run(link + ["--remove"]).status == 1)
            #expect(try await HTTPClient(port: second).get("/note", cookies).status == 401)
            let parts = target.split { "=&".contains($0) }.map(String.init)
            let audit = try await Database.run(".dump", at: users)
            for program in [one, two] {
                try program.signal(15)
                let said = try await program.end()
                for text in [FakeService.secret, parts[1], parts[3], answer.jar, beginning.jar] {
                    #expect(!said.errors.contains(text) && !said.output.contains(text) && !audit.contains(text))
                }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret)
            let open = try await Program.run(["serve", file.database.path, "--port", "0", "--config", file.config])
            #expect(open.status == 1 && open.errors.contains("oidc") && !open.errors.contains(FakeService.secret))
        }
    }
}
