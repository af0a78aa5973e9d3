import Foundation
import SQLite
import Tables
import TestSupport
import Testing

@testable import OrielCommand

/// Makes the library once, in a folder of its own, for every test that only reads it.
private struct Library: ~Copyable {
    let folder: TemporaryFolder
    let connection: SQLConnection

    var path: String { folder.path + "/demo.sqlite" }

    init() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/demo.sqlite"
        try DemoLibrary.create(at: path)
        connection = try SQLConnection(path, .writing)
        self.folder = folder
    }

    func number(_ sql: String) throws -> Int {
        try connection.texts(sql).first.flatMap { Int($0) } ?? -1
    }

    func dump() throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        for table in ["Genre", "Artist", "Album", "Track", "Playlist", "PlaylistTrack"] {
            let statement = try SQLStatement(connection.handle, "SELECT * FROM \(table)")
            while try statement.step() { rows.append([.text(table)] + statement.values) }
        }
        return rows
    }
}

@Suite(.timeLimit(.minutes(5))) struct DemoLibraryTests {
    @Test func isSoundAndHasTwentyThousandTracks() throws {
        let library = try Library()
        #expect(try library.number("SELECT count(*) FROM Track") >= 20_000)
        #expect(try library.number("SELECT count(*) FROM Artist") == DemoSize.artists)
        #expect(try library.number("SELECT count(*) FROM Album") == DemoSize.albums)
        #expect(try library.number("SELECT count(*) FROM \"Top Tracks\"") == 100)
        #expect(try library.number("SELECT count(*) FROM Track WHERE TrackId BETWEEN 13 AND 36") == 0)
        #expect(try library.connection.texts("PRAGMA integrity_check") == ["ok"])
        #expect(try library.connection.texts("PRAGMA journal_mode") == ["wal"])
        #expect(try library.connection.texts("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func hasVariedNamesAndNullsAndLettersBeyondASCII() throws {
        let library = try Library()
        #expect(try library.number("SELECT count(DISTINCT Name) FROM Artist") == DemoSize.artists)
        #expect(try library.number("SELECT count(DISTINCT Title) FROM Track") > 12_000)
        #expect(try library.number("SELECT count(*) FROM Track WHERE Composer IS NULL") > 1_000)
        #expect(try library.number("SELECT count(*) FROM Artist WHERE length(Name) < length(CAST(Name AS BLOB))") > 50)
        #expect(try library.number("SELECT count(*) FROM Album WHERE Cover IS NOT NULL") == DemoSize.covers)
    }

    @Test func isTheSameEveryTime() throws {
        let first = try Library()
        let second = try Library()
        #expect(try first.dump() == second.dump())
    }

    @Test func keepsAFileThatExistsAndLeavesNoDraft() throws {
        let library = try Library()
        try library.connection.run("DELETE FROM PlaylistTrack")
        #expect(try DemoLibrary.create(at: library.path) == false)
        #expect(try library.number("SELECT count(*) FROM PlaylistTrack") == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
        #expect(!files.contains { $0.contains("draft") })
    }

    @Test func coversArePNGFilesWithSoundChecksums() throws {
        // The bytes that any PNG of these measures begins with, and the checksum of an empty end.
        let png = DemoCover(bits: 0x1234_5678_9ABC_DEF0).png
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        #expect(png.starts(with: start))
        #expect(Array(png.suffix(8)) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        #expect(png.count < 2_000)
    }

    @Test func generatorGivesThePublishedNumbers() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }
}
