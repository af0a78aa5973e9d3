import Foundation
import JSON
import Loop
import TestSupport
import Testing
import ViewModels

@testable import Scenes

@SceneActor private final class SignInForm: FormViewModel {
    @Input var mail = ""
    @Input(isSecret: true) var password = ""
}

@Suite(.timeLimit(.minutes(5))) @SceneActor final class SessionFileTests {
    private let place: TemporaryFolder
    private var folder: String { place.path }
    private var path: String { folder + "/state/sessions.json" }

    init() throws {
        place = try TemporaryFolder()
    }

    private func sessions(
        limit: Int = 10, lifetime: Duration = .seconds(100),
        onProblem: @escaping @SceneActor (String) -> Void = { _ in }
    ) -> Sessions {
        Sessions(limit: limit, lifetime: lifetime, path: path, onProblem: onProblem)
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func sessionsWithStatesSurviveARestart() async {
        let before = sessions()
        before.make("a").keep(["name": "Abba"], of: "/artists/1")
        before.make("b").keep(["name": "x"], of: "/y")
        _ = before.make("empty")
        await before.save()
        let after = sessions()
        #expect(after.count == 2)
        #expect(after.find("a")?.states == ["/artists/1": ["name": "Abba"]])
        after.find("a")?.keep([:], of: "/artists/1")
        await after.save()
        #expect(sessions().count == 1)
    }

    @Test func secretInputsAreNotInTheFile() async throws {
        let sessions = sessions()
        let form = SignInForm()
        let route = try #require(Route("/login"))
        let plan = ScreenPlan(route: route, isPersonal: true) { form }
        let screen = Screen(number: 1, plan, for: .nobody, in: sessions.make("a"), tab: nil, language: nil)
        form.activate()
        try form.receive(inputs: ["mail": "ada@example.com", "password": "open sesame"])
        screen.keepState()
        await sessions.save()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("ada@example.com"))
        #expect(!text.contains("sesame"))
        #expect(!text.contains("password"))
    }

    @Test func onlyItsOwnerMayReadTheFile() async throws {
        let sessions = sessions()
        sessions.make("a").keep(["x": 1], of: "/")
        await sessions.save()
        await sessions.save()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state") == ["sessions.json"])
    }

    @Test func theOldestStateIsEvictedFirstAfterARestart() async {
        let before = sessions().make("a")
        #expect(before.routes.isEmpty)
        let first = sessions()
        let session = first.make("a")
        let text = JSON.string(String(repeating: "x", count: 10_000))
        for number in (0..<100).reversed() { session.keep(["x": text], of: "/\(number)") }
        await first.save()
        let after = sessions().find("a")
        #expect(after?.routes == session.routes)
        after?.keep(["x": .string(String(repeating: "x", count: 50_000))], of: "/new")
        #expect(after?.states["/99"] == nil)
        #expect(after?.states["/0"] != nil)
    }

    @Test func theLeastRecentlyUsedSessionIsEvictedFirstAfterARestart() async {
        let before = sessions()
        for name in ["c", "a", "b"] { before.make(name).keep(["x": 1], of: "/") }
        await before.save()
        let after = sessions(limit: 3)
        _ = after.make("d")
        #expect(after.find("c") == nil)
        #expect(after.find("a") != nil)
    }

    @Test func anUnwritableFileIsReportedOnce() async throws {
        var problems: [String] = []
        let sessions = sessions { problems.append($0) }
        sessions.make("a").keep(["x": 1], of: "/")
        let state = folder + "/state"
        for _ in 0..<2 {
            try Data().write(to: URL(fileURLWithPath: state))
            for _ in 0..<2 { await sessions.save() }
            try FileManager.default.removeItem(atPath: state)
            await sessions.save()
            try FileManager.default.removeItem(atPath: state)
        }
        #expect(problems.count == 2)
        #expect(problems.allSatisfy { $0.contains(path) && $0.contains("Not a directory") })
    }

    @Test func aFailedReplacementLeavesNoTemporaryFile() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(PrivateFile.replace(path, with: [1]) == "Is a directory")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state") == ["sessions.json"])
    }

    @Test(arguments: ["", "{", "{\"sessions\": {}}", "SQLite format 3\u{0}"])
    func aDamagedFileOfStatesIsKept(_ text: String) async throws {
        try write(text)
        var problems: [String] = []
        let states = ShownStates(path: path) { problems.append($0) }
        let end = "Returning clients get whole documents. The damaged file is kept as \(path).damaged."
        #expect(problems == ["\(path) is damaged. \(end)"])
        await states.save()
        #expect(FileManager.default.contents(atPath: path + ".damaged") == Data(text.utf8))
        _ = ShownStates(path: path) { problems.append($0) }
        #expect(problems.count == 1)
    }

    @Test func aFileIsClosedWhateverHappens() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { close(ends[0]) }
        #expect(PrivateFile.fill(ends[1], with: [1, 2]) != nil)  // what is sent reaches no disk
        var bytes: [UInt8] = [0, 0, 0]
        #expect(read(ends[0], &bytes, 3) == 2)
        #expect(read(ends[0], &bytes, 3) == 0)
    }

    @Test func sessionsExpireAfterARestart() async {
        let before = sessions()
        for name in ["old", "new"] { before.make(name).keep(["x": 1], of: "/") }
        before.find("old")?.lastUse = .now - .seconds(50)
        await before.save()
        let after = sessions(lifetime: .seconds(40))
        #expect(after.find("old") == nil)
        #expect(after.find("new") != nil)
    }

    @Test func readsUpToTheLimitOfSessions() async {
        let before = sessions()
        for number in 0..<5 {
            let session = before.make("\(number)")
            session.keep(["x": 1], of: "/")
            session.lastUse = .now - .seconds(10 * number)
        }
        await before.save()
        let after = sessions(limit: 2)
        #expect(after.count == 2)
        #expect(after.find("0") != nil)
        #expect(after.find("1") != nil)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"sessions\": 1}", "{\"sessions\": {\"a\": 1}}", "{\"sessions\": {\"a\": {\"used\": \"x\"}}}",
        "{\"sessions\": {\"a\": {\"used\": 1e300}}}", "\u{0}",
    ])
    func aDamagedFileIsReportedAndKept(_ text: String) async throws {
        try write(text)
        var problems: [String] = []
        let sessions = sessions { problems.append($0) }
        #expect(sessions.count == 0)
        #expect(
            problems == ["\(path) is damaged. Its sessions are lost. The damaged file is kept as \(path).damaged."])
        sessions.make("a").keep(["x": 1], of: "/")
        await sessions.save()
        #expect(FileManager.default.contents(atPath: path + ".damaged") == Data(text.utf8))
        #expect(self.sessions { problems.append($0) }.count == 1)
        #expect(problems.count == 1)
    }

    @Test func validPartsOfADamagedFileAreRead() throws {
        let now = Date().timeIntervalSince1970
        try write("{\"sessions\": {\"a\": {\"used\": \(now), \"states\": {}}, \"b\": 1}}")
        var problems: [String] = []
        let sessions = sessions { problems.append($0) }
        #expect(sessions.find("a") != nil)
        #expect(sessions.count == 1)
        #expect(problems.count == 1)
    }

    @Test func anInvalidTimeIsTolerated() throws {
        try write(
            "{\"sessions\": {\"a\": {\"used\": -1e300, \"states\": {}}, \"b\": {\"used\": 1e300, \"states\": {}}}}")
        #expect(sessions().find("a") == nil)
    }
}
