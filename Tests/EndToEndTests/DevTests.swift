import Foundation
import JSON
import TestSupport
import Testing

/// `oriel dev`: each change of an app is built and served at the same address.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DevTests {
    @Test func aChangeReachesViewersAndKeepsTheirDrafts() async throws {
        try await withDevelopedApp("first") { app async throws in
            let socket = try await SocketClient(port: app.port)
            let word = try #require(try await socket.open("/word")["scene"]?.intValue)
            let draft = try #require(try await socket.open("/draft")["scene"]?.intValue)
            try await socket.set(["text": "typed"], scene: draft)
            try await socket.follow(draft) { $0["inputs"]?["text"] == "typed" }
            #expect(socket.replicas[word]?.document["outputs"]?["word"] == "first")
            let held = socket.replicas[word]
            try app.save(DevelopedApp.source("second"))
            while socket.closeCode == nil { _ = try await socket.next() }
            #expect(socket.closeCode == 1001)
            #expect(socket.closeReason.hasSuffix("retry=10"))

            let again = try await SocketClient(port: app.port, cookie: socket.cookie)
            let resumed = try await again.open("/word", since: held)
            #expect(resumed["type"] == "patch", "one patch is enough")
            let scene = try #require(resumed["scene"]?.intValue)
            #expect(again.replicas[scene]?.document["outputs"]?["word"] == "second")
            let kept = try #require(try await again.open("/draft")["scene"]?.intValue)
            #expect(again.replicas[kept]?.document["inputs"]?["text"] == "typed")
            let ending = try await app.stop()
            #expect(ending.status == 0)
            await #expect(throws: (any Error).self) { try await app.http.get("/word") }
        }
    }

    @Test func aFailedBuildIsReportedWhileTheLastOneServes() async throws {
        try await withDevelopedApp("first") { app async throws in
            let first = try await app.follow { $0["assets"] != nil }
            #expect(first.title == nil && first["assets"] == 0)
            try app.save(DevelopedApp.source("second", first: "let number: Int = \"no number\""))
            let state = try await app.follow { $0.title != nil }
            #expect(state.title == "Word does not build", "\(state)")
            let fault = try #require(state["report"]?["faults"]?[0])
            #expect(fault["title"] == "Sources/Word/Word.swift:30:27")
            #expect(fault["text"]?.stringValue?.contains("cannot convert value of type 'String'") == true)
            #expect(fault["text"]?.stringValue?.contains("let number: Int") == true, "the line is shown")
            #expect(try await app.http.get("/word").json["outputs"]?["word"] == "first")
            try app.save(DevelopedApp.source("third"))
            _ = try await app.follow { $0.title == nil }
            try await app.shows("third")
        }
    }

    @Test(arguments: [
        ("fatalError(\"no luck\")", "Fatal error: no luck"),
        ("assert(CommandLine.argc == 0, \"no luck\")", "Assertion failed: no luck"),
        ("precondition(CommandLine.argc == 0)", "Precondition failed"),
        ("await Task { @SceneActor in ArrayModel([1]).replace(at: 7, with: 2) }.value", "index 7 of"),
    ])
    func anAppThatEndsAtItsStartIsReportedWhileTheLastOneServes(_ crash: String, text: String) async throws {
        try await withDevelopedApp("first") { app async throws in
            try app.save(DevelopedApp.source("second", first: "if CommandLine.argc > 0 { \(crash) }"))
            let state = try await app.follow { $0.title != nil }
            #expect(state.title == "Word has ended", "\(state)")
            let end = state["report"]?["faults"]?[0]
            #expect(end?["title"]?.stringValue?.hasPrefix("Sources/Word/Word.swift:30:") == true, "\(state)")
            #expect(end?["text"]?.stringValue?.hasPrefix("signal") == true, "\(state)")
            #expect(end?["text"]?.stringValue?.contains(text) == true, "\(state)")
            #expect(try await app.http.get("/word").json["outputs"]?["word"] == "first")
        }
    }

    @Test func anAppThatCrashesIsReportedAndStartedAgain() async throws {
        try await withDevelopedApp("first") { app async throws in
            let start = ContinuousClock.now
            while .now - start < .seconds(3) { try await app.shows("first") }  // otherwise, it is not started again
            await #expect(throws: (any Error).self) { try await app.http.post("/word:crash") }
            let state = try await app.follow { $0.title != nil }
            #expect(state.title == "Word has ended", "\(state)")
            try await app.shows("first")
        }
    }

    @Test func aFailedRequestOfAnAppIsFoundInTheLog() async throws {
        try await withDevelopedApp("first") { app async throws in
            try await app.shows("first")
            let failed = try await app.http.post("/word:fail", [:], ["X-Request-Id": "mine-7"])
            #expect(failed.status == 500)
            try await app.program.hears(
                " error request failed code=failed command=fail id=mine-7 path=/word reason=\"no paper\"")
            #expect(try await app.http.get("/broken?a=secret", ["X-Request-Id": "mine-8"]).status == 500)
            try await app.program.hears(" error request failed code=failed id=mine-8 path=/broken reason=\"no ink\"")
        }
    }

    @Test(arguments: [
        ("let number: Int = \"no number\"", "Word does not build", "no number"),
        ("if CommandLine.argc > 0 { fatalError(\"a <fault>\") }", "Word has ended", "a &lt;fault&gt;"),
    ])
    func withoutAnAppThePageShowsTheReport(_ first: String, title: String, text: String) async throws {
        try await withDevelopedApp("first", first: first) { app async throws in
            let state = try await app.follow { $0.title != nil }
            #expect(state.title == title, "\(state)")
            let page = try await app.http.get("/word")
            #expect(page.status == 503)
            #expect(page.text.contains("<h1>\(title)</h1>") && page.text.contains(text), "\(page.text)")
            try app.save(DevelopedApp.source("second"))
            try await app.shows("second")
        }
    }

    @Test func changedSettingsRestartTheApp() async throws {
        try await withDevelopedApp("first") { app async throws in
            let socket = try await SocketClient(port: app.port)
            _ = try await socket.open("/word")
            try app.save(settings: "word: second")
            while socket.closeCode == nil { _ = try await socket.next() }
            #expect(socket.closeCode == 1001)
            try await app.shows("first")
        }
    }

    @Test func changedSettingsDoNotHideAFailedBuild() async throws {
        try await withDevelopedApp("first") { app async throws in
            try await app.shows("first")
            try app.save(DevelopedApp.source("second", first: "let number: Int = \"no number\""))
            _ = try await app.follow { $0.title != nil }
            try app.save(settings: "word: second")
            try await app.program.hears("Word serves the last good build. The present sources do not build.")
            try await app.shows("first")
            #expect(try await app.follow { $0["assets"] != nil }.title == "Word does not build")
            let errors = try await app.stop().errors
            #expect(errors.ranges(of: "serves the present sources").count == 1, "\(errors)")
        }
    }

    @Test func changedAssetsAreServedWithoutARestart() async throws {
        try await withDevelopedApp("first") { app async throws in
            let page = try await app.http.get("/index.html")
            #expect(page.text == "<!doctype html><title>Word</title><script src=\"/-/dev.js\"></script>\n")
            #expect(try await app.http.get("/-/dev.js").headers["content-type"] == "text/javascript; charset=utf-8")
            let socket = try await SocketClient(port: app.port)
            try app.save(asset: "word.css", "main { color: red }")
            let state = try await app.follow { $0["assets"] == 1 }
            #expect(state["changed"] == ["/word.css"])
            #expect(try await app.http.get("/word.css").text == "main { color: red }")
            #expect(try await socket.open("/word")["type"] == "snapshot", "the socket is open still")
        }
    }

    @Test func nothingOfItIsServedOtherwise() async throws {
        let file = try await ServedFile("CREATE TABLE entry (id INTEGER PRIMARY KEY);")
        let (program, port) = try await file.serve(environment: ["ORIEL_DEV": "0,1"])
        for path in ["/-/dev", "/-/dev.js"] { #expect(try await HTTPClient(port: port).get(path).status == 404) }
        #expect(try await !HTTPClient(port: port).get("/index.html").text.contains("/-/dev"))
        try await program.stop()
    }

    @Test func aFolderWithoutAnAppIsRefused() async throws {
        let folder = try TemporaryFolder()
        let ending = try await Program.run("dev", "--in", folder.path)
        #expect(ending.status == 1)
        #expect(
            ending.lines == ["Error: No app in \(folder.path). Run this in a folder that `oriel new app` created."])
    }
}

extension DevelopedApp {
    /// Waits until the app shows a word.
    fileprivate func shows(_ word: String) async throws {
        let deadline = ContinuousClock.now + patienceOfTests
        while (try? await http.get("/word").json)?["outputs"]?["word"]?.stringValue != word {
            guard ContinuousClock.now < deadline else { throw ClientError("\(word) is not shown") }
        }
    }
}

extension JSON {
    /// The title of the report in a state.
    fileprivate var title: String? { self["report"]?["title"]?.stringValue }
}
