import Foundation
import JSON
import TestSupport
import Testing

/// Settings that are read again while the program runs.
@Suite(.timeLimit(.minutes(2))) struct ReloadTests {
    @Test func newSettingsTakeEffectAndThoseThatNeedARestartAreNamed() async throws {
        let file = try await ServedFile(
            "CREATE TABLE entry (id INTEGER PRIMARY KEY); INSERT INTO entry VALUES (1), (2), (3);")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let foreign = ["Origin": "https://app.example.com"]
        #expect(try await http.get("/entry", foreign).status == 403)
        try file.configure(
            "windowLimit: 2\norigins: [\"HTTPS://App.example.com:443/\"]\nlistLimit: 7\nmetricsReaders: []\nlogFormat: json"
        )
        try program.signal(SIGHUP)
        try await program.hears(#""message":"the settings were read again","#)
        try await program.hears(#""changed":"origins,windowLimit,logFormat,metricsReaders","needsRestart":"listLimit""#)
        #expect(try await http.get("/entry", foreign).status == 200)
        #expect(try await http.get("/entry").json["window"]?["count"] == 2)
        #expect(try await http.get("/-/metrics").status == 403)
        for (time, text) in ["windowLimit: many", "nosuch: 1", "windowLimit: [", "origins: [\"*\"]"].enumerated() {
            try file.configure(text)
            try program.signal(SIGHUP)
            let sentence = #""message":"the settings stay as they were","reason":"\#(file.config): "#
            try await program.hears(sentence, times: time + 1)
            #expect(try await http.get("/entry", foreign).json["window"]?["count"] == 2)
        }
        try program.signal(SIGTERM)
        let ending = try await program.end()
        #expect(ending.status == 0)
        #expect(ending.errors.contains("There is no setting \\\"nosuch\\\"."))
    }

    @Test func withoutAFileThereIsNothingToReadAgain() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let program = try Program(["serve", file.database.path, "--port", "0"])
        _ = try await program.port()
        try program.signal(SIGHUP)
        try await program.hears("there is no settings file to read again")
        try await program.stop()
    }
}
