import Foundation
import Testing

/// The statements of `docs/explanation/frameworks.md` are true.
@Suite(.timeLimit(.minutes(5))) struct FrameworkTableTests {
    private let table: FrameworkTable

    init() throws {
        table = try FrameworkTable()
    }

    @Test func everyEntryHasARowInOrder() {
        let counts = [("K", 64), ("G", 28), ("M", 23), ("L", 17), ("A", 20)]
        let ids = counts.flatMap { letter, count in
            (1...count).map { "\(letter)\($0 < 10 ? "0" : "")\($0)" }
        }
        #expect(ids.count == 152)
        #expect(table.rows.map(\.id) == ids)
    }

    @Test func noCellIsEmpty() {
        for row in table.rows { #expect(!row.cells.contains(""), "\(row.id)") }
    }

    @Test func everyPlaceIsAFile() {
        for row in table.rows {
            let path = row.place.trimmingCharacters(in: ["`"])
            var isFolder: ObjCBool = true
            #expect(
                FileManager.default.fileExists(atPath: "\(table.top)/\(path)", isDirectory: &isFolder),
                "\(row.id) \(path)")
            #expect(!isFolder.boolValue, "\(row.id)")
        }
    }

    @Test func namedSymbolsAreDeclared() {
        for row in table.rows {
            let names = FrameworkTable.names(in: row.here)
            let unknown =
                names.types.filter { !table.types.contains($0) } + names.members.filter { !table.members.contains($0) }
            #expect(unknown == [], "\(row.id)")
        }
    }

    @Test func everyNamedTestExists() {
        for row in table.rows {
            let name = row.test.trimmingCharacters(in: ["`"])
            let isThere = table.hasTest(name)
            #expect(isThere, "\(row.id) \(name)")
        }
    }

    @Test func faultsAreFound() {
        #expect(!table.members.contains("aNameThatNobodyWouldGiveAnything"))
        #expect(!table.hasTest("FrameworkTableTests.whatIsWrong"))
        #expect(!table.hasTest("FrameworkTableTests.init"))
        #expect(!table.hasTest("NoTests.faultsAreFound"))
        #expect(!table.hasTest("patch.test.mjs: the whole document"))
        #expect(!table.types.contains("FrameworkTable"))
        let names = FrameworkTable.names(in: "a `Dialog.Upload` of `ListEvent.changed`, `run`, Nothing, `X(.grid)`")
        #expect(names.types == ["Dialog", "Upload", "ListEvent", "X"])
        #expect(names.members == ["changed", "grid"])
    }
}
