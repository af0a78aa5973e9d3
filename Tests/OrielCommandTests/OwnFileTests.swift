import Foundation
import Serving
import TestSupport
import Testing

/// The files that the server writes, and those that it must not write over.
@Suite final class OwnFileTests {
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
    func theFileThatIsServedIsNotWrittenOver(_ path: String) {
        let served = folder + "/data/things.json"
        for settings in [settings(session: path), settings(resume: path)] {
            let setting = settings.sessionFile == nil ? "resumeFile" : "sessionFile"
            let reason = "the file that is served would be overwritten"
            #expect(
                settings.fault(serving: served)
                    == "The setting \"\(setting)\" cannot be \"\(folder)/\(path)\": \(reason).")
        }
    }

    @Test func norIsTheDraftOfOneOrWhatIsKeptOfIt() {
        for end in [".new", ".damaged"] {
            #expect(settings(resume: "states").fault(serving: folder + "/link/../states" + end) != nil)
        }
        #expect(settings(resume: "states").fault(serving: folder + "/states.json") == nil)
    }

    @Test(arguments: [
        ("data/new", "that is the file of \"sessionFile\""), ("data/new.new", "that is the file of \"sessionFile\""),
        ("link/new", "that is the file of \"sessionFile\""), ("link", "that is a folder"),
        ("data/my.sqlite", "that is a SQLite database"),
    ])
    func aFileThatCannotBeTheServersOwnEndsTheStart(_ path: String, reason: String) {
        let fault = settings(session: "data/new", resume: path).fault
        #expect(fault == "The setting \"resumeFile\" cannot be \"\(folder)/\(path)\": \(reason).")
    }

    @Test func otherFilesMayBe() {
        let settings = settings(session: "data/sessions.json", resume: "to/come/states.json")
        #expect(settings.fault == nil)
        #expect(settings.fault(serving: folder + "/data/things.json") == nil)
    }
}
