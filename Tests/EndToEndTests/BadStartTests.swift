import Foundation
import TestSupport
import Testing

/// `oriel serve` that cannot start: a sentence on standard error, with exit code 64 for an invalid command line, and 1
/// otherwise.
@Suite(.timeLimit(.minutes(5))) struct BadStartTests {
    private let database: Database

    init() async throws {
        database = try await blocking { try Database("CREATE TABLE t (id INTEGER PRIMARY KEY);") }
    }

    @Test(arguments: [
        (["serve", "--nope"], "Unknown option '--nope'"),
        (["serve", "--port", "abc"], "The value 'abc' is invalid for '--port"),
        (["serve", "--port", "65536"], "A port is a number from 0 to 65535."),
        (["health", "--port", "70000"], "A port is a number from 1 to 65535."),
        (["serve", "--port"], "Missing value for '--port <port>'"),
        (["serve", "a", "b", "c"], "2 unexpected arguments: 'b', 'c'"),
        (["serve", "--demo", "file"], "Give a file or --demo, not both."), (["nope"], "Unexpected argument 'nope'"),
    ])
    func explainsAnInvalidCommandLine(arguments: [String], sentence: String) async throws {
        let ending = try await Program.run(arguments)
        #expect(ending.status == 64)
        #expect(ending.output == "")
        #expect(ending.lines.first?.hasPrefix("Error: \(sentence)") == true, "\(ending.errors)")
        #expect(ending.errors.contains("Usage: oriel"))
    }

    @Test func theConformanceProgramExplainsAnInvalidPort() async throws {
        let ending = try await Program.run(["serve", "--port", "70000"], named: "oriel-conformance")
        #expect(ending.status == 64)
        #expect(ending.lines.first == "Error: A port is a number from 0 to 65535.")
    }

    @Test func namesAPortInUse() async throws {
        let first = try Program(["serve", database.path, "--port", "0"])
        let port = try await first.port() ?? 0
        let second = try await Program.run("serve", database.path, "--port", "\(port)")
        #expect(second.status == 1)
        #expect(second.output == "")
        let sentence =
            "Error: 127.0.0.1:\(port) is in use by another program. Stop that program, "
            + "or choose another port with --port."
        #expect(second.lines == [sentence])
        try await first.stop()
    }

    @Test func namesAnInvalidAddress() async throws {
        for host in ["999.1.1.1", "example.invalid"] {
            let ending = try await Program.run("serve", database.path, "--port", "0", "--host", host)
            #expect(ending.status == 1)
            #expect(
                ending.lines == ["Error: \"\(host)\" is not an address of this machine. Try 127.0.0.1, ::1 or 0.0.0.0."]
            )
        }
    }

    @Test(arguments: ["0.0.0.0", "::"]) func remoteAccessNeedsAnOption(host: String) async throws {
        let ending = try await Program.run("serve", database.path, "--port", "0", "--host", host)
        #expect(ending.status == 1)
        #expect(ending.output == "")
        #expect(ending.errors.hasPrefix("Error: \(host) lets other machines connect"), "\(ending.errors)")
        #expect(ending.errors.contains("--allow-remote"))
        let open = try Program(["serve", database.path, "--port", "0", "--host", host, "--allow-remote"])
        #expect(try await open.port() != nil)
        try await open.stop()
    }

    @Test(arguments: [
        ("allowRemote: perhaps", "The setting \"allowRemote\" cannot be \"perhaps\"."),
        ("bodyLimit: abc", "The setting \"bodyLimit\" cannot be \"abc\"."),
        ("bodyLimit: -5", "The setting \"bodyLimit\" cannot be \"-5\"."),
        ("linger: 0", "The setting \"linger\" cannot be \"0\"."),
        ("origins: here", "The setting \"origins\" cannot be \"here\"."),
        ("origins: {a: [b, 1]}", "The setting \"origins\" cannot be \"{a: [b, 1]}\"."),
        (
            "origins: [https://a.example.com, \"*\"]",
            "The setting \"origins\" cannot be \"[https://a.example.com, *]\"."
        ),
        ("origins: [x]", "The setting \"origins\" cannot be \"[x]\"."),
        ("origins: [5]", "The setting \"origins\" cannot be \"[5]\"."),
        ("origins: [null]", "The setting \"origins\" cannot be \"[null]\"."),
        ("origins: [\"https://a.b:99999\"]", "The setting \"origins\" cannot be \"[https://a.b:99999]\"."),
        ("origins: [\"https://a.b:0\"]", "The setting \"origins\" cannot be \"[https://a.b:0]\"."),
        ("origins: [https://a.b/c]", "The setting \"origins\" cannot be \"[https://a.b/c]\"."),
        ("origins: [https://me@a.b]", "The setting \"origins\" cannot be \"[https://me@a.b]\"."),
        ("origins: [https://*.a.b]", "The setting \"origins\" cannot be \"[https://*.a.b]\"."),
        ("inspectors: [all, [x]]", "The setting \"inspectors\" cannot be \"[all, [x]]\"."),
        ("addressHeader: X Y", "The setting \"addressHeader\" cannot be \"X Y\"."),
        ("nosuch: 1", "Unknown setting: \"nosuch\". Use one of: store, host, allowRemote, port, "),
        ("- a", "The settings must be names with values."), ("x: [", "The settings are not valid YAML: "),
        (nil, "The settings file does not exist."),
    ])
    func explainsInvalidSettings(text: String?, sentence: String) async throws {
        let path = database.folder + "/settings.yaml"
        try text.map { try Data($0.utf8).write(to: URL(fileURLWithPath: path)) }
        let ending = try await Program.run("serve", database.path, "--port", "0", "--config", path)
        #expect(ending.status == 1)
        #expect(ending.output == "")
        #expect(ending.errors.hasPrefix("Error: \(path): \(sentence)"), "\(ending.errors)")
    }

    @Test func refusesAFolderAsSettingsFile() async throws {
        let ending = try await Program.run("serve", database.path, "--port", "0", "--config", database.folder)
        #expect(ending.status == 1)
        #expect(ending.lines == ["Error: \(database.folder): The settings file cannot be read (Is a directory)."])
    }

    @Test(arguments: ["resumeFile", "sessionFile"])
    func theServedFileIsNotOverwritten(setting: String) async throws {
        let (config, things) = (database.folder + "/own.yaml", database.folder + "/things.json")
        try Data("{\"a\": []}".utf8).write(to: URL(fileURLWithPath: things))
        for (served, reason) in [(database.path, "it is a SQLite database"), (things, "the served file")] {
            try Data("\(setting): \(served)".utf8).write(to: URL(fileURLWithPath: config))
            let ending = try await Program.run("serve", served, "--port", "0", "--config", config)
            #expect(ending.status == 1)
            #expect(ending.errors.hasPrefix("Error: The setting \"\(setting)\" cannot be \"\(served)\": \(reason)"))
        }
    }

    @Test(arguments: [true, false]) func namesAnInvalidPublicFolder(isSetting: Bool) async throws {
        for folder in [database.folder + "/nowhere", database.path] {
            let settings = database.folder + "/public.yaml"
            try Data((isSetting ? "public: \(folder)" : "").utf8).write(to: URL(fileURLWithPath: settings))
            let option = isSetting ? [] : ["--public", folder]
            let ending = try await Program.run(
                ["serve", database.path, "--port", "0", "--config", settings] + option)
            #expect(ending.status == 1)
            #expect(ending.output == "")
            #expect(ending.lines == ["Error: \(folder): The folder of the browser client cannot be read."])
        }
    }
}
