import DataSources
import JSON
import Loop
import Models
import Observables
import Stores
import Tables
import TestSupport
import Testing
import ViewModels

private enum Kind: String, ColumnValue { case band, singer }

@Suite(.timeLimit(.minutes(5))) struct RowModelTests {
    @Test @SceneActor func aRowIsReadAsTypesOfSwift() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            #expect(!artist.isLoaded && !artist.exists && !artist.isGone)
            await artist.loaded()
            #expect(artist.exists && artist.problem == nil)
            #expect(artist["Name"] == "AC/DC" && artist["Born"] == 1973 && artist["Born"] == 1973.0)
            #expect(artist["Rating"] == 4.0 && artist["Photo"] == [UInt8]([1, 2]) && artist["Kind"] == Kind.band)
            #expect((artist["Name"] as Int?) == nil && (artist["Nothing"] as String?) == nil)
            #expect(artist["Born"] == true)
        }
    }

    @Test @SceneActor func aReadRowIsFollowed() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            var names: [String] = []
            let tracking = Tracking { names.append(artist["Name"] ?? "nobody") }
            await artist.loaded()
            try await library.database.run("UPDATE Artist SET Name = 'AC-DC' WHERE Id = 1")
            try await until("the other process's change is shown") { artist["Name"] == "AC-DC" }
            try await library.store.write(.update(table: "Artist", id: "1", values: ["Name": "ACDC"]))
            try await until("the store's change is shown") { artist["Name"] == "ACDC" }
            try await library.database.run("DELETE FROM Artist WHERE Id = 1")
            try await until("the end is shown") { artist.isGone }
            await endOfTurn()
            #expect(names == ["nobody", "AC/DC", "AC-DC", "ACDC", "nobody"])
            tracking.cancel()
        }
    }

    @Test @SceneActor func aMissingRowIsGoneUntilItIsInserted() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "3")
            await artist.loaded()
            #expect(artist.isGone)
            await #expect(throws: CommandFailure.self) { try await artist.save(["Name": "Can"]) }
            try await library.database.run("INSERT INTO Artist (Id, Name) VALUES (3, 'Can')")
            try await until("the row is there") { artist["Name"] == "Can" }
        }
    }

    @Test @SceneActor func savingWritesOnlyDifferences() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            await artist.loaded()
            try await artist.save([
                "Name": "AC/DC", "Born": 1974, "Rating": 4.0, "Kind": nil, "Photo": [UInt8](repeating: 7, count: 3),
            ])
            try await until("it is shown") { artist["Born"] == 1974 }
            #expect(artist.record?.value(of: "Kind") == .null && artist["Photo"] == [UInt8]([7, 7, 7]))
            #expect(try await library.database.run("SELECT Name FROM Written") == "Born\n")
            try await artist.save(["Name": "AC/DC", "Born": 1974])
            #expect(try await library.database.run("SELECT Name FROM Written") == "Born\n")
        }
    }

    @Test @SceneActor func aRefusedSaveSaysWhichColumnAndChangesNothing() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            await artist.loaded()
            let failure = await #expect(throws: CommandFailure.self) {
                try await artist.save(["Name": "Björk", "Born": 1])
            }
            #expect(
                failure
                    == .invalid(
                        message: "Another row has this value already.",
                        fields: ["Name": "Another row has this value already."]))
            #expect(artist["Born"] == 1973)
            await #expect(throws: CommandFailure.self) { try await artist.save(["Name": nil]) }
        }
    }

    @Test @SceneActor func anUnshownChangeIsNotOverwrittenUnlessForced() async throws {
        try await Library.open { library in
            let shell = try await blocking { [path = library.database.path] in try SQLShell(path) }
            let artist = library.store.row("Artist", "1")
            await artist.loaded()
            try await shell.run("BEGIN IMMEDIATE; UPDATE Artist SET Name = 'Theirs', Born = 5 WHERE Id = 1")
            let saving = Task.immediate { @SceneActor in try await artist.save(["Name": "Mine"]) }
            try await shell.run("COMMIT")
            let failure = await #expect(throws: CommandFailure.self) { try await saving.value }
            guard case .conflict(_, let fields) = failure else { throw ClientError("\(String(describing: failure))") }
            #expect(fields.keys.sorted() == ["Name"])
            try await until("the other's change is shown") { artist["Name"] == "Theirs" }
            try await artist.save(["Name": "Mine"])
            try await until("both are shown") { artist["Name"] == "Mine" && artist["Born"] == 5 }

            try await shell.run("BEGIN IMMEDIATE; UPDATE Artist SET Name = 'Again' WHERE Id = 1")
            let forcing = Task.immediate { @SceneActor in try await artist.save(["Name": "Forced"], force: true) }
            try await shell.run("COMMIT")
            try await forcing.value
            #expect(try await library.database.run("SELECT Name FROM Artist WHERE Id = 1") == "Forced\n")
        }
    }

    @Test @SceneActor func aRowIsFollowedToItsNewKey() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            await artist.loaded()
            try await artist.save(["Id": 7])
            #expect(artist.id == "7")
            try await until("it is read under its new key") { artist["Id"] == 7 }
            try await library.database.run("UPDATE Artist SET Born = 1 WHERE Id = 7")
            try await until("and followed") { artist["Born"] == 1 }
        }
    }

    @Test @SceneActor func aDeletedRowIsGone() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            await artist.loaded()
            try await artist.delete()
            try await until("it is gone") { artist.isGone }
            #expect(try await library.database.run("SELECT count(*) FROM Artist") == "1\n")
            let failure = await #expect(throws: CommandFailure.self) { try await artist.delete() }
            #expect(failure == .notFound(message: "The row does not exist."))
        }
    }

    @Test @SceneActor func aDatabaseThatCannotBeReadIsAProblemWhileItLasts() async throws {
        try await Library.open { library in
            let artist = library.store.row("Artist", "1")
            await artist.loaded()
            try await blocking { [database = library.database] in try database.move(to: database.path + ".away") }
            try await until("the problem is shown") { artist.problem?.code == "database-missing" }
            #expect(artist["Name"] == "AC/DC")
            try await blocking { [path = library.database.path] in _ = try Shell.run("mv", [path + ".away", path]) }
            try await until("the problem is over") { artist.problem == nil }
        }
    }
}
