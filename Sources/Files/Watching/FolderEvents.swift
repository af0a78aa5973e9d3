import CLinux
import Glibc
import Synchronization

/// Tells watchers of files that a program wrote in their folders, by inotify(7).
///
/// One inotify instance serves the whole process, because Linux allows a user 128 of them by default. A folder on a
/// file system that does not respond delays the other watchers too. Without inotify, watchers poll.
package final class FolderEvents: Sendable {
    package static let shared = FolderEvents()

    private let inotify = inotify_init1(Int32(IN_CLOEXEC))

    /// For each watched folder, by inotify's number for it: the file names, by the eventfd of their watcher.
    private let folders = Mutex<[Int32: [Int32: Set<String>]]>([:])

    private static let kinds = UInt32(
        IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE)

    private init() {
        BackgroundThread.start { [self] in readEvents() }
    }

    /// Increments the eventfd `watcher` after each write to one of `files`, or to a file whose name begins with the
    /// same name, and after each change of the folder itself. Replaces the watcher's earlier files.
    func watch(_ files: Set<String>, for watcher: Int32) {
        watch(files.map { (FolderLock.folder(of: $0), $0.fileName) }, for: watcher)
    }

    /// Increments the eventfd `watcher` after each write to a file in one of these folders. Replaces the watcher's
    /// earlier files and folders.
    package func watch(folders: Set<String>, for watcher: Int32) {
        watch(folders.map { ($0, "") }, for: watcher)
    }

    private func watch(_ places: [(folder: String, name: String)], for watcher: Int32) {
        folders.withLock { folders in
            var names: [Int32: Set<String>] = [:]
            for place in places {
                let folder = inotify_add_watch(inotify, place.folder, Self.kinds)
                if folder >= 0 { names[folder, default: []].insert(place.name) }
            }
            for (folder, watchers) in folders where names[folder] == nil && watchers[watcher] != nil {
                leave(folder, watcher, &folders)
            }
            for (folder, names) in names { folders[folder, default: [:]][watcher] = names }
        }
    }

    /// Ends what ``watch(_:for:)`` or ``watch(folders:for:)`` began. The eventfd may then be closed.
    package func end(_ watcher: Int32) {
        watch(folders: [], for: watcher)
    }

    private func leave(_ folder: Int32, _ watcher: Int32, _ folders: inout [Int32: [Int32: Set<String>]]) {
        folders[folder]?[watcher] = nil
        guard folders[folder]?.isEmpty == true else { return }
        folders[folder] = nil
        inotify_rm_watch(inotify, folder)
    }

    private func readEvents() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            let count = read(inotify, buffer.baseAddress, buffer.count)
            if count > 0 {
                let events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                folders.withLock { folders in
                    for watcher in watchers(of: events, in: folders) { eventfd_write(watcher, 1) }
                }
            } else if errno != EINTR {
                return  // no inotify on this system: the watchers' polls find the changes
            }
        }
    }

    /// Returns the watchers of files that these events concern. If events were lost, it returns all watchers.
    private func watchers(of events: UnsafeRawBufferPointer, in folders: [Int32: [Int32: Set<String>]]) -> Set<Int32> {
        var found: Set<Int32> = []
        var rest = events
        let size = MemoryLayout<inotify_event>.size  // the name follows
        while rest.count >= size {
            let event = rest.load(as: inotify_event.self)
            let name = rest.dropFirst(size).prefix(Int(event.len)).prefix { $0 != 0 }
            let candidates = event.wd < 0 ? Array(folders.values) : [folders[event.wd] ?? [:]]
            for (watcher, names) in candidates.joined()
            where name.isEmpty || names.contains(where: { name.starts(with: $0.utf8) }) {
                found.insert(watcher)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(size + Int(event.len)))
        }
        return found
    }
}
