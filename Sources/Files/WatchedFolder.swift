import Dispatch
import FoundationEssentials
import Glibc

/// The files of a folder whose names have certain endings. They are read again after any program's change, once they
/// rest. Works off the loop.
package final class WatchedFolder: @unchecked Sendable {  // guard: `stamps`, `last`, `isChanging` belong to the queue
    private let path: String
    private let endings: [String]
    private let interval: Duration
    private let queue = DispatchQueue(label: "oriel.folder")
    private let notify: @Sendable ([String: FileContent]) -> Void
    private var stamps: [String: FileStamp] = [:]
    private var last: [String: FileContent]
    private var isChanging = false

    /// Watches the folder at `path`. `notify` is called on the folder's queue with the files by name, after a change
    /// and when nothing has changed between two checks. A caller passes the files that it has read as `last`.
    package init(
        _ path: String, endings: [String], interval: Duration, last: [String: FileContent],
        _ notify: @escaping @Sendable ([String: FileContent]) -> Void
    ) {
        (self.path, self.endings, self.interval, self.last, self.notify) = (path, endings, interval, last, notify)
        schedule()
    }

    /// Reads the files in a folder whose names have one of the endings, except hidden ones. `nil` if the folder cannot
    /// be read.
    package static func read(_ path: String, endings: [String]) -> [String: FileContent]? {
        guard let names = names(in: path, endings) else { return nil }
        return Dictionary(names.map { ($0, FileContent.read("\(path)/\($0)")) }) { first, _ in first }
    }

    private static func names(in path: String, _ endings: [String]) -> [String]? {
        let all = try? FileManager.default.contentsOfDirectory(atPath: path)
        return all?.filter { name in !name.hasPrefix(".") && endings.contains { name.hasSuffix($0) } }
    }

    private func schedule() {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(interval / .milliseconds(1)))) { [weak self] in
            self?.check()
            self?.schedule()
        }
    }

    private func check() {
        guard let names = Self.names(in: path, endings) else { return }
        let present = Dictionary(names.compactMap { name in FileStamp("\(path)/\(name)").map { (name, $0) } }) {
            first, _ in first
        }
        guard present == stamps else {
            (stamps, isChanging) = (present, true)
            return
        }
        guard isChanging, let files = Self.read(path, endings: endings) else { return }
        isChanging = false
        guard files != last else { return }
        last = files
        notify(files)
    }
}
