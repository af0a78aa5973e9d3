import Foundation
import JSON
import TestSupport
import Testing

/// Settings that are read again while the program runs.
@Suite(.timeLimit(.minutes(5))) struct ReloadTests {
    @Test func newSettingsTakeEffectAndThoseThatNeedARestartAreNamed() async throws {
        let file = try await ServedFile(
            "CREATE TABLE entry (id INTEGER PRIMARY KEY); INSERT INTO entry VALUES (1), (2), (3);")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let foreign = ["Origin": "https://app.example.com"]
        #expect(try await http.get("/entry", foreign).status == 403)
        try file.configure(
            "windowLimit: 2\norigins: [\"HTTPS://App.example.com:443/\"]\nlistLimit: 7\n"
                + "metricsReaders: []\nlogFormat: json"
        )
        try program.signal(SIGHUP)
        try await program.hears(#""message":"settings reloaded","#)
        try await program.hears(#""changed":"origins,windowLimit,logFormat,metricsReaders","needsRestart":"listLimit""#)
        #expect(try await http.get("/entry", foreign).status == 200)
        #expect(try await http.get("/entry").json["window"]?["count"] == 2)
        #expect(try await http.get("/-/metrics").status == 403)
        for (time, text) in [
            "windowLimit: many", "nosuch: 1", "windowLimit: [", "origins: [\"*\"]", "host: 0.0.0.0", "host: 999.1.1.1",
        ].enumerated() {
            try file.configure(text)
            try program.signal(SIGHUP)
            let sentence = #""message":"settings not reloaded","reason":""#
            try await program.hears(sentence, times: time + 1)
            #expect(try await http.get("/entry", foreign).json["window"]?["count"] == 2)
        }
        try program.signal(SIGTERM)
        let ending = try await program.end()
        #expect(ending.status == 0)
        #expect(ending.errors.contains("Unknown setting: \\\"nosuch\\\"."))
    }

    @Test func aServerWithoutProcessesIgnoresTheSignalThatReplacesThem() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let (program, port) = try await file.serve()
        try program.signal(SIGUSR2)
        #expect(try await HTTPClient(port: port).get("/entry").status == 200)
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
    }

    @Test func theLogLevelChangesWhileTheProgramRuns() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let (program, port) = try await file.serve()
        let socket = try await SocketClient(port: port)
        for (turn, level) in ["info", "debug", "info"].enumerated() {
            if turn > 0 {
                try file.configure("logLevel: \(level)")
                try program.signal(SIGHUP)
                try await program.hears("settings reloaded changed=logLevel", times: turn)
            }
            _ = try await HTTPClient(port: port).get("/entry/\(turn)")
        }
        try await socket.send(["type": "ping"])
        #expect(try await socket.next() == ["type": "pong"])
        try program.signal(SIGTERM)
        let requests = try await program.end().lines.filter { $0.contains("path=/entry/") }
        #expect(requests.count == 1)
        #expect(requests.first?.contains("path=/entry/1 ") == true)
    }

    @Test func newLimitsApplyToOpenSockets() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let (program, port) = try await file.serve()
        let (talker, shouter) = (try await SocketClient(port: port), try await SocketClient(port: port))
        for socket in [talker, shouter] {
            try await socket.send(["type": "ping"])
            #expect(try await socket.next() == ["type": "pong"])
        }
        try file.configure("messageLimit: 300\nmessageRate: 2")
        try program.signal(SIGHUP)
        try await program.hears("changed=messageRate,messageLimit")
        try await talker.send(Array(repeating: UInt8(ascii: " "), count: 301))
        _ = try await talker.next { $0["type"] == "closed" }
        #expect(talker.closeCode == 1009)
        for _ in 0..<100 { try await shouter.send(["type": "ping"]) }
        _ = try await shouter.next { $0["type"] == "closed" }
        #expect(shouter.closeCode == 4429)
        try await program.stop()
    }

    @Test func aNewHeartbeatAppliesImmediately() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);", settings: "heartbeat: 1000")
        let (program, port) = try await file.serve()
        let socket = try await SocketClient(port: port)
        let events = try await EventClient(port: port, "/entry")
        _ = try await events.next()
        try file.configure("heartbeat: 0.5")
        try program.signal(SIGHUP)
        try await program.hears("changed=heartbeat")
        try await socket.receive()
        #expect(socket.closeCode == nil)
        #expect(try await events.receive() == ":")
        try await program.stop()
    }

    @Test func reloadingNeedsASettingsFile() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let program = try Program(["serve", file.database.path, "--port", "0"])
        _ = try await program.port()
        try program.signal(SIGHUP)
        try await program.hears("no settings file to reload")
        try await program.stop()
    }
}
