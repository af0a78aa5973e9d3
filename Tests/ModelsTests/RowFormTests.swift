import JSON
import Loop
import Models
import Observation
import Stores
import TestSupport
import Testing
import ViewModels

@SceneActor private final class ArtistForm: FormViewModel {
    let artist: RowModel
    @Input(.required) var name = ""
    @Input var born: Int? = nil

    init(_ artist: RowModel) {
        self.artist = artist
        super.init(screen: "artist-form")
        follow(artist)
    }

    override func load() async { await artist.loaded() }
    override func fill() { (name, born) = (artist["Name"] ?? "", artist["Born"]) }
    override func save() async throws { try await artist.save(["Name": name, "Born": born]) }

    var fields: JSON { documentMembers["form"] ?? .null }
}

@Observable @SceneActor private final class Person {
    var name = "Ada"
}

@SceneActor private final class PersonForm: FormViewModel {
    let person: Person
    @Input var name = ""

    init(_ person: Person) {
        self.person = person
        super.init()
    }

    override func fill() { name = person.name }
    override func save() async throws { person.name = name }
}

@Suite(.timeLimit(.minutes(5))) struct RowFormTests {
    @Test @SceneActor func aChangeOfTheSameTurnIsAConflictToo() async throws {
        let form = PersonForm(Person())
        form.activate()
        try form.receive(inputs: ["name": "Mine"])
        form.person.name = "Theirs"
        await #expect(throws: CommandFailure.self) { try await form.run(Invocation(command: "save")) }
        #expect(form.person.name == "Theirs")
        form.deactivate()
    }

    @SceneActor private func withForm(_ body: @SceneActor (ArtistForm, Library) async throws -> Void) async throws {
        try await Library.open { library in
            let form = ArtistForm(library.store.row("Artist", "1"))
            form.activate()
            try await until("the form is filled") { form.name == "AC/DC" }
            try await body(form, library)
            form.deactivate()
        }
    }

    @Test @SceneActor func onlyDirtyColumnsAreWritten() async throws {
        try await withForm { form, library in
            try form.receive(inputs: ["born": 1980])
            #expect(form.dirtyFields == ["born"])
            _ = try await form.run(Invocation(command: "save"))
            #expect(form.dirtyFields.isEmpty)
            #expect(try await library.database.run("SELECT Name FROM Written") == "Born\n")
            #expect(try await library.database.run("SELECT Born FROM Artist WHERE Id = 1") == "1980\n")
        }
    }

    @Test @SceneActor func changesOfAnotherProcessFillCleanInputs() async throws {
        try await withForm { form, library in
            try form.receive(inputs: ["name": "Mine"])
            try await library.database.run("UPDATE Artist SET Born = 1999 WHERE Id = 1")
            try await until("their change is taken over") { form.born == 1999 }
            #expect(form.dirtyFields == ["name"] && form.conflicts.isEmpty)
            _ = try await form.run(Invocation(command: "save"))
            let row = try await library.database.run("SELECT Name, Born FROM Artist WHERE Id = 1")
            #expect(row == "Mine|1999\n")
        }
    }

    @Test @SceneActor func changesOfAnotherProcessConflictWithDirtyInputs() async throws {
        try await withForm { form, library in
            try form.receive(inputs: ["name": "Mine"])
            try await library.database.run("UPDATE Artist SET Name = 'Theirs' WHERE Id = 1")
            try await until("the model shows their change") { form.artist["Name"] == "Theirs" }
            try await until("the form has seen it") { form.artist["Name"] == "Theirs" && form.name == "Mine" }
            let failure = await #expect(throws: CommandFailure.self) { try await form.run(Invocation(command: "save")) }
            guard case .conflict(_, let fields) = failure else { throw ClientError("\(String(describing: failure))") }
            #expect(fields.keys.sorted() == ["name"])
            #expect(form.fields["conflicts"] == ["name": "Theirs"])
            _ = try await form.run(Invocation(command: "save", arguments: ["force": true]))
            #expect(try await library.database.run("SELECT Name FROM Artist WHERE Id = 1") == "Mine\n")
        }
    }

    @Test @SceneActor func aRefusedSaveLeavesTheFormUnchanged() async throws {
        try await withForm { form, _ in
            try form.receive(inputs: ["name": "Björk"])
            await #expect(throws: CommandFailure.self) { try await form.run(Invocation(command: "save")) }
            #expect(form.name == "Björk" && form.dirtyFields == ["name"])
            form.revert()
            #expect(form.name == "AC/DC" && form.dirtyFields.isEmpty)
        }
    }
}
