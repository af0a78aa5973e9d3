import Access
import ArgumentParser
import Backups
import Configuration
import Foundation
import PostgreSQL
import Scenes
import Serving

/// `oriel backup`: copies a database, and files that the settings name, into a new folder.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy a database, and files that the settings name, into a new folder.",
        usage: "oriel backup [DATABASE] FOLDER [--config FILE] [--also PATH ...] [--wait SECONDS]",
        discussion: """
            Servers and other programs may write meanwhile: the copy of a database has the state of one commit. Each \
            copy is verified, and a manifest has its size and its SHA-256. The folder appears when everything is on \
            the disk.

            With --config, the backup has the database (store), the people (users), the rules (access), the sessions \
            (sessionFile), the keys of jwt, and the settings file. It has no secrets that the settings name as \
            { file: … } or { env: … }. PostgreSQL databases are copied by pg_dump.
            """)

    @Argument(help: "The database, unless the setting store names it; and the folder to create.")
    var places: [String]

    @Option(help: "The settings file, which names the database and the other files.")
    var config: String?

    @Option(help: "Another file or folder to copy, such as uploaded files; may be repeated.")
    var also: [String] = []

    @OptionGroup var lock: LockWait

    func validate() throws {
        guard (1...2).contains(places.count) else {
            throw ValidationError("Give a database and a folder, or a folder and --config.")
        }
    }

    func run() throws {
        let settings = try SettingsSource(Settings(), fileAt: config).read()
        guard let database = places.count == 2 ? ServedDatabase(url: places[0]) : settings.store else {
            throw Failure("No database is named. Run `oriel backup DATABASE FOLDER`, or name the setting store.")
        }
        let folder = places[places.count - 1]
        var isVerified = false
        do throws(BackupError) {
            let backup = try Backup(
                into: folder, program: "oriel \(Version.number)", busyTimeout: lock.timeout)
            if let address = PostgresAddress(database.url, password: database.password) {
                try backup.addDatabase(address)
            } else {
                try backup.addDatabase(database.url)
            }
            if let users = settings.users, users != Access.servedDatabase { try backup.addDatabase(users) }
            let sessions = settings.sessionFile.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
            for path in [settings.access, settings.scenes, settings.jwt?.keys, sessions, config].compactMap({ $0 })
                + also
            {
                try backup.add(path)
            }
            try backup.finish()
            isVerified = !backup.manifest.parts.contains { $0.isChecked == false }
            for part in backup.manifest.parts { print("\(part.place): \(part.bytes) bytes, as \(part.name)") }
            for note in backup.notes { print(note) }
        } catch {
            throw Failure(error.description)
        }
        print("\(folder): Complete\(isVerified ? " and verified" : ""). `oriel restore \(folder)` puts it back.")
    }
}
