import Foundation
import DataSources
import JSON
import Loop
import Models
import TestSupport
import Testing
import ViewModels

private struct Theme: Codable, Equatable {
    var accent = "blue"
    var count = 0
}

extension TemporaryFolder {
    fileprivate var file: String { path + "/theme.json" }

    /// Writes the file as a shell does: in place, or with another file that takes its place.
    fileprivate func write(_ text: String, inPlace: Bool = true) async throws {
        try await blocking { [file] in
            let target = inPlace ? file : file + ".new"
            try Shell.run("tee", [target], input: text)
            if !inPlace { try Shell.run("mv", [target, file]) }
        }
    }

    fileprivate func read() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
}

@Suite(.timeLimit(.minutes(5))) struct JSONFileTests {
    @Test(arguments: [true, false])
    @SceneActor func showsWritesOfAnotherProcess(_ inPlace: Bool) async throws {
        let folder = try TemporaryFolder()
        try await folder.write(#"{"accent": "red", "count": 1}"#)
        let theme = JSONFile(folder.file, initial: Theme())
        await theme.loaded()
        #expect(theme.value == Theme(accent: "red", count: 1))
        for count in 2..<8 {
            try await folder.write(#"{"accent": "red", "count": \#(count)}"#, inPlace: inPlace)
            try await until("\(count) is shown") { theme.value.count == count && theme.problem == nil }
        }
    }

    @Test @SceneActor func aBrokenFileKeepsTheLastGoodValueUntilItIsRepaired() async throws {
        let folder = try TemporaryFolder()
        try await folder.write(#"{"accent": "red", "count": 1}"#)
        let theme = JSONFile(folder.file, initial: Theme())
        await theme.loaded()
        try await folder.write(#"{"accent": "#, inPlace: false)
        try await until("the problem is shown") { theme.problem?.code == "file-broken" }
        #expect(theme.value.accent == "red")
        await #expect(throws: CommandFailure.self) { try await theme.save(Theme()) }
        try await folder.write(#"{"accent": "green", "count": 1}"#, inPlace: false)
        try await until("the problem is over") { theme.problem == nil }
        #expect(theme.value.accent == "green")
    }

    @Test @SceneActor func aDeletedFileIsAProblemAndANeverCreatedOneIsNot() async throws {
        let folder = try TemporaryFolder()
        let theme = JSONFile(folder.file, initial: Theme(accent: "pink"))
        await theme.loaded()
        #expect(theme.problem == nil && theme.value.accent == "pink")
        try await theme.save(Theme(accent: "grey"))
        #expect(try folder.read() == "{\n  \"accent\" : \"grey\",\n  \"count\" : 0\n}\n")
        try FileManager.default.removeItem(atPath: folder.file)
        try await until("the problem is shown") { theme.problem?.code == "file-missing" }
        #expect(theme.value.accent == "grey")
        try await theme.save(Theme(), force: true)
        #expect(theme.problem == nil && theme.value == Theme())
    }

    @Test @SceneActor func twoModelsOfOneFileShowTheSame() async throws {
        let folder = try TemporaryFolder()
        let one = JSONFile(folder.file, initial: Theme())
        let other = JSONFile(folder.file, initial: Theme())
        await other.loaded()
        try await one.update { $0.accent = "red" }
        #expect(one.value.accent == "red")
        try await until("the other shows it") { other.value.accent == "red" }
    }

    @Test @SceneActor func updatesAreDoneOneAfterTheOther() async throws {
        let folder = try TemporaryFolder()
        let theme = JSONFile(folder.file, initial: Theme())
        let tasks = (0..<50).map { _ in Task { @SceneActor in try await theme.update { $0.count += 1 } } }
        for task in tasks { try await task.value }
        #expect(theme.value.count == 50)
        #expect(try JSON(parsing: folder.read())["count"] == 50)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["theme.json"])
    }

    @Test @SceneActor func aFileWithUnshownContentIsNotOverwritten() async throws {
        let folder = try TemporaryFolder()
        try await folder.write("[1]")
        let file = JSONFile<JSON>(folder.file)
        await file.loaded()
        #expect(file.value == [1])
        // This keeps the loop busy, so that nothing is shown.
        try Data("[2]".utf8).write(to: URL(fileURLWithPath: folder.file))
        let failure = await #expect(throws: CommandFailure.self) { try await file.save([3]) }
        guard case .conflict = failure else { throw ClientError("\(String(describing: failure))") }
        try await until("it is shown") { file.value == [2] }
        try await file.save([3])
        #expect(try folder.read() == "[3]")
    }

    @Test @SceneActor func aSaveKeepsTheLinkAndThePermissions() async throws {
        let folder = try TemporaryFolder()
        try await folder.write("[1]")
        try FileManager.default.moveItem(atPath: folder.file, toPath: folder.path + "/real.json")
        try FileManager.default.createSymbolicLink(atPath: folder.file, withDestinationPath: "real.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/real.json")
        let file = JSONFile<JSON>(folder.file)
        try await file.save([2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file) == "real.json")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/real.json")
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try folder.read() == "[2]")
    }

    @Test @SceneActor func aFileThatCannotBeWrittenSaysWhy() async throws {
        let folder = try TemporaryFolder()
        let file = JSONFile<JSON>(folder.path + "/nowhere/file.json")
        let failure = await #expect(throws: CommandFailure.self) { try await file.save([1]) }
        #expect(failure == .failed(message: "The file cannot be written: No such file or directory."))
    }
}
