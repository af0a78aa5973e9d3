import ArgumentParser
import Backups
import Foundation
import PostgreSQL

/// `oriel restore`: verifies a backup, and puts it back.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Verify a backup of `oriel backup`, and put it back.",
        discussion: """
            First verifies each file by its size, its SHA-256 and, for databases, by reading all of it. Then puts each \
            file where it was. The former file stays as NAME.before-restore. A file that a process has open is not \
            replaced: stop the server first. A PostgreSQL database is restored into an empty one.
            """)

    @Argument(help: "The folder of the backup.")
    var folder: String

    @Option(help: "The folder to put the files into, instead of where they were.")
    var into: String?

    @Option(help: "The address of the empty PostgreSQL database (postgres://…).")
    var store: String?

    @Flag(name: .customLong("check"), help: "Verify the backup, and restore nothing.")
    var isCheck = false

    func validate() throws {
        if let store, PostgresAddress(store) == nil {
            throw ValidationError("--store takes the address of a PostgreSQL database, which begins with postgres://.")
        }
    }

    func run() throws {
        do throws(BackupError) {
            let restore = try Restore(from: folder)
            let manifest = restore.manifest
            let count = manifest.parts.count == 1 ? "1 file" : "\(manifest.parts.count) files"
            print("\(folder): \(count) of \(manifest.created.ISO8601Format()), verified.")
            if isCheck { return }
            let lines = try restore.run(into: into, store: store.flatMap { PostgresAddress($0) })
            for line in lines { print(line) }
            if lines.isEmpty { print("All files are in their places already. Nothing was changed.") }
        } catch {
            throw Failure(error.description)
        }
    }
}
