import Files
import Foundation
import PostgreSQL

/// A backup that is being made: a folder of verified copies with a ``Manifest``.
///
///     let backup = try Backup(into: "monday", program: "oriel 0.1.0")
///     try backup.addDatabase("shop.sqlite")
///     try backup.finish()
///
/// The folder has its name only when everything is on the disk. Blocks.
package final class Backup {
    /// Notes for the operator, a sentence each.
    package private(set) var notes: [String] = []
    /// The parts copied so far.
    package private(set) var manifest: Manifest
    private let folder: String
    private let draft: String
    private let busyTimeout: Duration
    private var ownsDraft = false

    /// Begins a backup into a folder that does not exist.
    package init(into folder: String, program: String, busyTimeout: Duration = .seconds(5)) throws(BackupError) {
        let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
        (self.folder, draft, self.busyTimeout) = (folder, "\(folder).partial", busyTimeout)
        manifest = Manifest(program: program)
        guard !FileManager.default.fileExists(atPath: folder) else {
            throw BackupError("\(folder) exists. A backup overwrites nothing: name a new folder.")
        }
        guard mkdir(draft, 0o700) == 0 else {
            switch errno {
            case EEXIST:
                throw BackupError("\(draft) exists: another backup runs, or was interrupted. Remove it, and try again.")
            case ENOENT:
                let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
                throw BackupError("The folder \(parent) does not exist. Create it, and try again.")
            default: throw BackupError(system: draft)
            }
        }
        ownsDraft = true
    }

    deinit {
        if ownsDraft { try? FileManager.default.removeItem(atPath: draft) }
    }

    /// Copies the database at a path: a SQLite database, or a JSON file.
    package func addDatabase(_ path: String) throws(BackupError) {
        guard FileManager.default.fileExists(atPath: path) else { throw BackupError(system: path, ENOENT) }
        guard FileContent.isDatabase(path) else { return try addJSON(path) }
        try addSQLite(path, as: newName(for: path))
    }

    /// Copies a SQLite database, unless the backup has it already.
    private func addSQLite(_ path: String, as name: String) throws(BackupError) {
        guard !has(path) else { return }
        let mode = try FileCopy.mode(path)
        guard
            FileManager.default.createFile(
                atPath: "\(draft)/\(name)", contents: nil, attributes: [.posixPermissions: Int(mode)])
        else { throw BackupError(system: "\(draft)/\(name)") }
        try SQLiteCopy.copy(path, to: "\(draft)/\(name)", busyTimeout: busyTimeout)
        let check = try SQLiteCopy.check("\(draft)/\(name)")
        notes += check.notes.map { "\(path): \($0)" }
        var part = try part(name, .sqlite, of: path, mode)
        part.isChecked = check.isDone
        manifest.parts.append(part)
    }

    /// Copies a JSON file, which other programs may write meanwhile.
    private func addJSON(_ path: String) throws(BackupError) {
        guard let data = FileManager.default.contents(atPath: path),
            (try? JSONSerialization.jsonObject(with: data)) != nil
        else { throw BackupError("\(path): The file is neither a SQLite database nor valid JSON.") }
        let name = try addFile(path)
        guard FileManager.default.contents(atPath: "\(draft)/\(name)") == data else {
            throw BackupError("\(path): The file has changed while it was copied. Try again.")
        }
    }

    /// Copies a PostgreSQL database.
    package func addDatabase(_ address: PostgresAddress) throws(BackupError) {
        let name = newName(for: "\(address.name).dump")
        let path = "\(draft)/\(name)"
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw BackupError(system: path) }
        let (rows, position) = try PostgresArchive.dump(address, to: path)
        guard try PostgresArchive.rows(in: path, of: rows.keys) == rows else {
            throw BackupError("\(address.shown): The archive does not have the rows of its snapshot.")
        }
        var part = try part(name, .postgres, of: address.shown, 0o600)
        (part.rows, part.position) = (rows, position)
        manifest.parts.append(part)
    }

    /// Copies a file, or a folder with all files in it. SQLite databases are copied as databases.
    package func add(_ path: String) throws(BackupError) {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        guard try FileCopy.kind(of: path) == S_IFDIR else { return try addFileOrDatabase(path, as: newName(for: path)) }
        let top = newName(for: path)
        for name in try FileCopy.names(in: path) {
            let folder = URL(fileURLWithPath: "\(draft)/\(top)/\(name)").deletingLastPathComponent()
            try system { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            try addFileOrDatabase("\(path)/\(name)", as: "\(top)/\(name)")
        }
    }

    private func addFileOrDatabase(_ path: String, as name: String) throws(BackupError) {
        if FileContent.isDatabase(path) { return try addSQLite(path, as: name) }
        guard !SQLiteCopy.isCompanion(path), !has(path) else { return }
        try addFile(path, as: name)
    }

    /// Whether a file is in the backup already.
    private func has(_ path: String) -> Bool {
        let place = Self.absolute(path)
        return manifest.parts.contains { $0.place == place }
    }

    /// - Returns: The name in the backup.
    @discardableResult
    private func addFile(_ path: String, as given: String? = nil) throws(BackupError) -> String {
        let name = given ?? newName(for: path)
        let mode = try FileCopy.mode(path)
        let (bytes, hash) = try FileCopy.copy(path, to: "\(draft)/\(name)", mode: mode)
        manifest.parts.append(
            Manifest.Part(
                name: name, kind: .file, place: Self.absolute(path), mode: mode, bytes: bytes, sha256: hash))
        return name
    }

    /// Writes the manifest, and gives the folder its name.
    package func finish() throws(BackupError) {
        let path = "\(draft)/\(Manifest.name)"
        try system { try manifest.data.write(to: URL(fileURLWithPath: path)) }
        for path in [path, draft] { try FileCopy.synchronize(path) }
        guard rename(draft, folder) == 0 else { throw BackupError(system: folder) }
        ownsDraft = false
        try FileCopy.synchronize(URL(fileURLWithPath: folder).deletingLastPathComponent().path)
    }

    private func part(
        _ name: String, _ kind: Manifest.Part.Kind, of place: String, _ mode: UInt32
    ) throws(BackupError) -> Manifest.Part {
        try FileCopy.synchronize("\(draft)/\(name)")
        let (bytes, hash) = try FileCopy.hash("\(draft)/\(name)")
        let place = kind == .postgres ? place : Self.absolute(place)
        return Manifest.Part(name: name, kind: kind, place: place, mode: mode, bytes: bytes, sha256: hash)
    }

    /// Returns the last part of a path, or with a number if the backup has that name already.
    private func newName(for path: String) -> String {
        let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        let taken = Set(manifest.parts.map { $0.name.prefix { $0 != "/" } } + [Manifest.name[...]])
        return (1...).lazy.map { $0 == 1 ? name : "\($0)-\(name)" }.first { !taken.contains($0[...]) } ?? name
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    private func system(_ body: () throws -> Void) throws(BackupError) {
        do { try body() } catch { throw BackupError("\(folder): \(error.localizedDescription)") }
    }
}
