import Foundation

/// The table of contents of a backup: a JSON file in its folder.
package struct Manifest: Codable, Sendable {
    /// A file of the backup.
    package struct Part: Codable, Sendable {
        package enum Kind: String, Codable, Sendable {
            case sqlite, postgres, file
        }

        /// The path in the backup's folder.
        package let name: String
        package let kind: Kind
        /// The path of the file that was copied, or the address of the database without its password.
        package let place: String
        /// The permissions of the file that was copied.
        let mode: UInt32
        /// The size, in bytes.
        package let bytes: Int64
        /// The SHA-256 of the content.
        let sha256: String
        /// Whether `PRAGMA integrity_check` has found a SQLite database whole.
        package var isChecked: Bool?
        /// The number of rows of each table of a PostgreSQL database.
        var rows: [String: Int64]?
        /// The position in the write-ahead log of a PostgreSQL server at which the copy was made.
        var position: String?
    }

    /// The version of this format.
    let format: Int
    /// The program that has made the backup.
    package let program: String
    /// When the backup was begun.
    package let created: Date
    package var parts: [Part] = []

    /// The name of the file.
    static let name = "manifest.json"
    private static let format = 1

    init(program: String) {
        (format, self.program, created) = (Self.format, program, Date())
    }

    /// Reads the manifest of a folder.
    init(in folder: String) throws(BackupError) {
        let path = "\(folder)/\(Self.name)"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BackupError("\(folder) is not a backup: it has no \(Self.name).")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            self = try decoder.decode(Manifest.self, from: data)
        } catch {
            throw BackupError("\(path): The manifest is damaged.")
        }
        guard format == Self.format else {
            throw BackupError("\(path): The format \(format) is unknown. Restore with the program that made it.")
        }
        for part in parts where !Self.isPlain(part.name) || part.place.contains("\0") {
            throw BackupError("\(path): The name \"\(part.name)\" leads out of the folder.")
        }
        guard Set(parts.map(\.name)).count == parts.count, Set(parts.map(\.place)).count == parts.count else {
            throw BackupError("\(path): A file is listed twice.")
        }
    }

    /// The manifest as JSON.
    var data: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.isEmpty && !name.contains("\0")
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !["", ".", ".."].contains($0)
            }
    }
}
