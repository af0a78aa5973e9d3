import Foundation
import Serving
import TestSupport
import Testing

/// The files that the server writes, and those that it must not overwrite.
@Suite(.timeLimit(.minutes(5))) final class OwnFileTests {
    private let place: TemporaryFolder
    private var folder: String { place.path }

    init() throws {
        place = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/data")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/data/things.json"))
        try Data("SQLite format 3\0 and more".utf8).write(to: URL(fileURLWithPath: folder + "/data/my.sqlite"))
    }

    private func settings(session: String? = nil, resume: String? = nil) -> Settings {
        var settings = Settings()
        settings.sessionFile = session.map { folder + "/" + $0 }
        settings.resumeFile = resume.map { folder + "/" + $0 }
        return settings
    }

    @Test(arguments: [
        "data/things.json", "link/things.json", "data/../link/things.json", "data/things.json-wal",
        "link/things.json-shm",
        "data/things.json-journal",
    ])
    func theServedFileIsNotOverwritten(_ path: String) {
        let served = folder + "/data/things.json"
        for settings in [settings(session: path), settings(resume: path)] {
            let setting = settings.sessionFile == nil ? "resumeFile" : "sessionFile"
            let reason = "the served file would be overwritten"
            #expect(
                settings.fault(serving: served)
                    == "The setting \"\(setting)\" cannot be \"\(folder)/\(path)\": \(reason).")
        }
    }

    @Test func noTemporaryOrDamagedCopyIsOverwritten() {
        for end in [".new", ".damaged"] {
            #expect(settings(resume: "states").fault(serving: folder + "/link/../states" + end) != nil)
        }
        #expect(settings(resume: "states").fault(serving: folder + "/states.json") == nil)
    }

    @Test(arguments: [
        ("data/new", "\"sessionFile\" names the same file"), ("data/new.new", "\"sessionFile\" names the same file"),
        ("link/new", "\"sessionFile\" names the same file"), ("link", "it is a folder"),
        ("data/my.sqlite", "it is a SQLite database"),
    ])
    func anUnusableFileEndsTheStart(_ path: String, reason: String) {
        let fault = settings(session: "data/new", resume: path).fault
        #expect(fault == "The setting \"resumeFile\" cannot be \"\(folder)/\(path)\": \(reason).")
    }

    @Test func otherFilesAreAccepted() {
        let settings = settings(session: "data/sessions.json", resume: "to/come/states.json")
        #expect(settings.fault == nil)
        #expect(settings.fault(serving: folder + "/data/things.json") == nil)
    }
}
