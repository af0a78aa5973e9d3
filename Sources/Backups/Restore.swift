import Foundation
import PostgreSQL

/// Restores a backup. Blocks.
///
///     let restore = try Restore(from: "monday")  // verifies everything
///     let lines = try restore.run()
package struct Restore {
    package let manifest: Manifest
    private let folder: String

    /// A file to put in its place.
    private struct Step {
        let part: Manifest.Part
        let place: String
        var draft: String { "\(place).restored" }
        var former: String { "\(place).before-restore" }
        /// The companions of a SQLite database, which belong to the former file.
        var companions: [String] { part.kind == .sqlite ? ["-wal", "-shm", "-journal"] : [] }
    }

    /// Reads a backup, and verifies the size and the hash of each file, and each database.
    package init(from folder: String) throws(BackupError) {
        self.folder = folder
        manifest = try Manifest(in: folder)
        for part in manifest.parts {
            let path = "\(folder)/\(part.name)"
            let found = try FileCopy.hash(path)
            guard found == (part.bytes, part.sha256) else {
                throw BackupError("\(path): The file is damaged: it differs from the manifest. Use another backup.")
            }
            switch part.kind {
            case .sqlite: _ = try SQLiteCopy.check(path)
            case .postgres:
                guard try PostgresArchive.rows(in: path, of: (part.rows ?? [:]).keys) == part.rows ?? [:] else {
                    throw BackupError("\(path): The archive does not have the rows that the manifest names.")
                }
            case .file: break
            }
        }
    }

    /// Puts each file in its place, and keeps the former one as `NAME.before-restore`.
    ///
    /// - Parameters:
    ///   - target: The folder to put everything into; `nil` for the places that the manifest names.
    ///   - store: The empty database for an archive of PostgreSQL.
    /// - Returns: A sentence for each restored part.
    package func run(into target: String? = nil, store: PostgresAddress? = nil) throws(BackupError) -> [String] {
        let archive = manifest.parts.first { $0.kind == .postgres }
        guard archive == nil || store != nil else {
            throw BackupError(
                "The backup has a PostgreSQL database. Create an empty one (`createdb`), and give its address with "
                    + "--store.")
        }
        guard archive != nil || store == nil else {
            throw BackupError("The backup has no PostgreSQL database. Leave out --store.")
        }
        let steps = try steps(into: target)
        var lines: [String] = []
        defer { for step in steps { unlink(step.draft) } }
        for step in steps { try prepare(step) }
        if let archive, let store {
            try PostgresArchive.restore("\(folder)/\(archive.name)", archive.rows ?? [:], to: store)
            lines.append("\(store.shown): Restored, with the rows of the backup.")
        }
        for step in steps { try checkUnused(step) }  // a server may have started meanwhile
        for step in steps { lines.append(try put(step)) }
        return lines
    }

    /// Returns what has to be done. Throws if a file is in use, or a former file would be lost.
    private func steps(into target: String?) throws(BackupError) -> [Step] {
        var steps: [Step] = []
        for part in manifest.parts where part.kind != .postgres {
            let step = Step(part: part, place: target.map { "\($0)/\(part.name)" } ?? part.place)
            if try isUnchanged(step) { continue }
            try checkUnused(step)
            for path in [step.former, step.draft] where FileManager.default.fileExists(atPath: path) {
                throw BackupError("\(path) exists, from an earlier restore. Move it away or remove it, and try again.")
            }
            steps.append(step)
        }
        return steps
    }

    private func checkUnused(_ step: Step) throws(BackupError) {
        guard let user = FileUsers.find(of: ([""] + step.companions).map { step.place + $0 }) else { return }
        throw BackupError("\(step.place): \(user) has the file open. Stop it, and try again.")
    }

    /// Whether the place has the same content already.
    private func isUnchanged(_ step: Step) throws(BackupError) -> Bool {
        let manager = FileManager.default
        guard manager.fileExists(atPath: step.place),
            !step.companions.contains(where: { manager.fileExists(atPath: step.place + $0) })
        else { return false }
        return try FileCopy.hash(step.place) == (step.part.bytes, step.part.sha256)
    }

    /// Copies a file beside its place, with the owner of the former file or of the folder.
    private func prepare(_ step: Step) throws(BackupError) {
        let folder = URL(fileURLWithPath: step.place).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw BackupError("\(folder.path): \(error.localizedDescription)")
        }
        let (_, hash) = try FileCopy.copy(
            "\(self.folder)/\(step.part.name)", to: step.draft, mode: step.part.mode & 0o777)
        guard hash == step.part.sha256 else { throw BackupError("\(step.draft): The copy differs from the backup.") }
        var owner = stat()
        guard stat(step.place, &owner) == 0 || stat(folder.path, &owner) == 0 else { return }
        if geteuid() == 0 { _ = chown(step.draft, owner.st_uid, owner.st_gid) }
    }

    private func put(_ step: Step) throws(BackupError) -> String {
        var isReplaced = false
        for end in [""] + step.companions where FileManager.default.fileExists(atPath: step.place + end) {
            guard rename(step.place + end, step.former + end) == 0 else { throw BackupError(system: step.place + end) }
            isReplaced = true
        }
        guard rename(step.draft, step.place) == 0 else { throw BackupError(system: step.place) }
        try FileCopy.synchronize(URL(fileURLWithPath: step.place).deletingLastPathComponent().path)
        return "\(step.place): Restored\(isReplaced ? ". The former file is \(step.former)." : ".")"
    }
}
