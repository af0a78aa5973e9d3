import CLinux
import Files
import Foundation
import Glibc
import Loop

/// Follows the files that an app is made of, in the working directory: sources, settings, and the browser client.
@SceneActor final class AppFiles {
    /// What changed, and what follows from it.
    struct Changes {
        /// Whether the app has to be built.
        var areInSources = false
        /// Whether the app has to be started again.
        var areInSettings = false
        /// The changed files of the browser client, by their paths in addresses.
        var assets: [String] = []
    }

    private enum Kind {
        case source, setting
        case asset(String)
    }

    private struct Stamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
        let number: UInt64
    }

    /// The folder of the browser client.
    var publicFolder = "" {
        didSet {
            if publicFolder != oldValue { (seen, kinds) = scan() }
        }
    }

    private let events = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    private let onChange: (Changes) -> Void
    private var seen: [String: Stamp] = [:]
    private var kinds: [String: Kind] = [:]
    private var isWaiting = false

    /// The time from the first event to the reading of the files, so that the files of one save are read together.
    private static let pause = Duration.milliseconds(50)

    /// Calls `onChange` after each change, until the program ends.
    init(onChange: @escaping (Changes) -> Void) {
        self.onChange = onChange
        (seen, kinds) = scan()
        EventLoop.shared.poller.watch(events, for: .readable) { [weak self] _ in self?.takeEvents() }
    }

    private func takeEvents() {
        var count: UInt64 = 0
        _ = read(events, &count, 8)
        guard !isWaiting else { return }
        isWaiting = true
        EventLoop.shared.after(Self.pause) { [weak self] in
            self?.isWaiting = false
            self?.compare()
        }
    }

    private func compare() {
        let (now, kinds) = scan()
        let paths = Set(now.keys).union(seen.keys).filter { now[$0] != seen[$0] }
        var changes = Changes()
        for path in paths.sorted() {
            switch kinds[path] ?? self.kinds[path] {
            case .source: changes.areInSources = true
            case .setting: changes.areInSettings = true
            case .asset(let address): changes.assets.append(address)
            case nil: break
            }
        }
        (seen, self.kinds) = (now, kinds)
        if !paths.isEmpty { onChange(changes) }
    }

    /// Reads the stamps of all files, and follows their folders.
    private func scan() -> ([String: Stamp], [String: Kind]) {
        var scan = Scan()
        scan.add(folder: "Sources") { _ in .source }
        scan.add(folder: ".", depth: 0) { path in
            path == "./Package.swift" ? .source : path.hasSuffix(".yaml") ? .setting : nil
        }
        scan.add(folder: "config") { $0.hasSuffix(".yaml") ? .setting : nil }
        if !publicFolder.isEmpty {
            scan.add(folder: publicFolder) { [publicFolder] in .asset(String($0.dropFirst(publicFolder.count))) }
        }
        FolderEvents.shared.watch(folders: scan.folders, for: events)
        return (scan.stamps, scan.kinds)
    }

    /// The files and folders that were found.
    private struct Scan {
        var folders: Set<String> = []
        var stamps: [String: Stamp] = [:]
        var kinds: [String: Kind] = [:]

        /// The deepest folder, so that a circle of links ends.
        private static let depth = 16

        /// Adds the files in a folder and in the folders below, except hidden ones and copies of editors.
        mutating func add(folder: String, depth: Int = Self.depth, _ kind: (String) -> Kind?) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
            folders.insert(folder)
            for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
                let path = "\(folder)/\(name)"
                var status = stat()
                guard stat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    if depth > 0 { add(folder: path, depth: depth - 1, kind) }
                } else if let kind = kind(path) {
                    kinds[path] = kind
                    stamps[path] = Stamp(
                        size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
                        nanoseconds: status.st_mtim.tv_nsec, number: UInt64(status.st_ino))
                }
            }
        }
    }
}
