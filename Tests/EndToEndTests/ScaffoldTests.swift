import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScaffoldTests {
    @Test(arguments: ["screen", "cell", "section", "form"])
    func scaffoldedCodeCompilesWithItsTest(kind: String) async throws {
        let folder = try ScaffoldFolder()
        let made = try await folder.new("app", "Music", in: folder.path)
        #expect(made.status == 0, "\(made.errors)")
        let app = "\(folder.path)/Music"
        let added = try await folder.new(kind, "AlbumShelf", in: app)
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.output.split(separator: "\n").count == 3)
        #expect(try await Compiler.faults(of: "Music", in: folder) == "")
    }

    @Test func anAppDependsOnTheGivenOriel() async throws {
        let folder = try ScaffoldFolder()
        let url = "https://example.com/someone/oriel.git"
        _ = try await folder.new("app", "Far", in: folder.path, "--oriel", url)
        let far = try folder.text("Far/Package.swift")
        #expect(far.contains(".package(url: \"\(url)\", branch: \"main\")"))
        #expect(far.contains("package: \"oriel\""))
        #expect(far.contains("name: \"FarTests\""))
        let near = try await folder.new("app", "Near", in: folder.path, "--oriel", "\(folder.path)/Far/../Far/")
        #expect(near.status == 0, "\(near.errors)")
        #expect(try folder.text("Near/Package.swift").contains("package: \"Far\""))
        let nowhere = try await folder.new("app", "Lost", in: folder.path, "--oriel", folder.path)
        #expect(nowhere.status == 1)
        #expect(nowhere.lines == ["Error: No package in \(folder.path)."])
    }

    @Test func existingFilesAreNotOverwritten() async throws {
        let folder = try ScaffoldFolder()
        _ = try await folder.new("app", "Music", in: folder.path)
        let app = "\(folder.path)/Music"
        for (kind, name) in [("screen", "Shelf"), ("screen", "ShelfViewModel"), ("app", "Music")] {
            let before = try folder.everything
            let place = kind == "app" ? folder.path : app
            let ending = try await folder.new(kind, name, in: place)
            guard before.contains("Music/Sources/Music/ShelfViewModel.swift") else {
                #expect(ending.status == 0)
                continue
            }
            #expect(ending.status == 1)
            #expect(ending.lines.first?.hasSuffix("already exists. Nothing was written.") == true)
            #expect(try folder.everything == before)
        }
        let home = try await folder.new("screen", "Home", in: app)
        #expect(home.status == 1)
        #expect(home.lines == ["Error: \(app)/Sources/Music/Music.swift already declares HomeViewModel."])
    }

    @Test func anAppIsNotWrittenIntoAnExistingOne() async throws {
        let folder = try ScaffoldFolder()
        _ = try await folder.new("app", "Music", in: folder.path)
        let before = try folder.everything
        let app = "\(folder.path)/Music"
        let ending = try await folder.new("app", "Music", in: app)
        #expect(ending.status == 1)
        #expect(ending.lines == ["Error: The app Music already exists in \(app). Nothing was written."])
        #expect(try folder.everything == before)
    }

    @Test(arguments: ["music", "9Lives", "My App", "A-B", "Über", "", "../Up", "A.B"])
    func refusesInvalidTypeNames(name: String) async throws {
        let folder = try ScaffoldFolder()
        let ending = try await folder.new("app", name, in: folder.path)
        #expect(ending.status == 1)
        #expect(ending.lines.count == 1)
        #expect(ending.lines.first?.contains("is not a type name") == true)
        #expect(try folder.everything.isEmpty)
    }

    @Test func refusesNamesOfModulesAndBaseTypes() async throws {
        let folder = try ScaffoldFolder()
        #expect(try await folder.new("app", "Scenes", in: folder.path).status == 1)
        _ = try await folder.new("app", "Music", in: folder.path)
        let form = try await folder.new("screen", "Form", in: "\(folder.path)/Music")
        #expect(form.lines == ["Error: Oriel has a type FormViewModel. Choose another name."])
    }

    @Test func thePartOfAnAppNeedsOneTarget() async throws {
        let folder = try ScaffoldFolder()
        let nothing = try await folder.new("cell", "Album", in: folder.path)
        #expect(nothing.status == 1)
        #expect(nothing.lines.first?.contains("No app in") == true)
        _ = try await folder.new("app", "Music", in: folder.path)
        let other = "\(folder.path)/Music/Sources/Other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        let unclear = try await folder.new("cell", "Album", in: "\(folder.path)/Music")
        #expect(unclear.lines.first?.contains("has several targets") == true)
        #expect(try await folder.new("cell", "Album", in: other).status == 0)
        #expect(try folder.everything.contains("Music/Tests/OtherTests/AlbumCellTests.swift"))
    }

    @Test func refusesUnknownArguments() async throws {
        let folder = try ScaffoldFolder()
        #expect(try await folder.new("bread", "Rye", in: folder.path).status == 64)
        #expect(try await folder.new("cell", "Rye", in: folder.path, "--oriel", folder.path).status == 64)
    }
}
