import Foundation
import JSON
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
        let taken = try await folder.new("screen", "Home", in: app)
        #expect(taken.lines.first?.hasSuffix("HomeViewModel.swift already exists. Nothing was written.") == true)
        let form = try folder.text("Music/Sources/Music/ItemForm.swift")
        let program = URL(fileURLWithPath: "\(app)/Sources/Music/Program.swift")
        try Data((form + folder.text("Music/Sources/Music/Program.swift")).utf8).write(to: program)
        try FileManager.default.removeItem(atPath: "\(app)/Sources/Music/ItemForm.swift")
        let moved = try await folder.new("form", "Item", in: app)
        #expect(moved.status == 1)
        #expect(moved.lines == ["Error: \(app)/Sources/Music/Program.swift already declares ItemForm."])
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

    @Test func anAppIsAWholeRepository() async throws {
        let folder = try ScaffoldFolder()
        _ = try await folder.new("app", "MusicShelf", in: folder.path)
        for name in [
            "README.md", ".gitignore", "Dockerfile", ".dockerignore", "compose.yaml", "MusicShelf.service", ".ci/run",
            "Sources/MusicShelf/Migrations.swift", "Tests/MusicShelfTests/ItemFormTests.swift",
        ] {
            #expect(try !folder.text("MusicShelf/\(name)").isEmpty, "\(name)")
        }
        #expect(FileManager.default.isExecutableFile(atPath: "\(folder.path)/MusicShelf/.ci/run"))
        #expect(try folder.text("MusicShelf/Dockerfile").contains("ENTRYPOINT [\"MusicShelf\"]"))
        #expect(try folder.text("MusicShelf/MusicShelf.service").contains("StateDirectory=music-shelf"))
    }

    /// What the app reads beside its sources is where it runs: in the image, and under systemd.
    @Test func theDeployedAppHasItsRulesAndTexts() async throws {
        let folder = try ScaffoldFolder()
        _ = try await folder.new("app", "MusicShelf", in: folder.path)
        let place = "/usr/local/share/music-shelf"
        #expect(try folder.text("MusicShelf/.dockerignore").contains("!access.yaml\n!texts\n"))
        let image = try folder.text("MusicShelf/Dockerfile").replacing("\\\n", with: "")
        #expect(image.contains("\nWORKDIR \(place)\n") && image.contains("COPY --from=builder /out /usr/local\n"))
        #expect(try folder.text("MusicShelf/MusicShelf.service").contains("\nWorkingDirectory=-\(place)\n"))
        #expect(try folder.text("MusicShelf/README.md").contains("`\(place)`: copy `access.yaml` and `texts`"))

        let line = image.split(separator: "\n").first { $0.hasPrefix("RUN install -d /out/share/music-shelf") }
        let script = try #require(line).dropFirst("RUN ".count).replacing("/out/", with: "out/")
        func copied() throws -> [String] {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-e", "-c", String(script)]
            shell.currentDirectoryURL = URL(fileURLWithPath: "\(folder.path)/MusicShelf")
            try shell.run()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0)
            let out = "\(folder.path)/MusicShelf/out/share/music-shelf"
            return try FileManager.default.subpathsOfDirectory(atPath: out).sorted()
        }
        #expect(try copied() == [])
        for name in ["access.yaml", "texts/en.json"] {
            let file = URL(fileURLWithPath: "\(folder.path)/MusicShelf/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: file)
        }
        #expect(try copied() == ["access.yaml", "texts", "texts/en.json"])
    }

    @Test func theScaffoldedSignInSignsIn() async throws {
        let folder = try ScaffoldFolder()
        _ = try await folder.new("app", "Music", in: folder.path)
        let app = "\(folder.path)/Music"
        let made = try await Program.run("new", "auth", "--in", app)
        #expect(made.status == 0, "\(made.errors)")
        try folder.replace("await Oriel.run {", in: "Music/Sources/Music/Program.swift") {
            "var settings = Settings()\n        settings.users = folder + \"/access.sqlite\"\n"
                + "        settings.addressHeader = \"X-Forwarded-For\"\n"
                + "        await Oriel.run(settings) {"
        }
        try folder.replace(
            "screen(\"/\") { _ in HomeViewModel(store) }", in: "Music/Sources/Music/MusicCoordinator.swift"
        ) {
            "signIn { _ in HomeViewModel(store) }"
        }
        #expect(try await Compiler.faults(of: "Music", in: folder) == "")
        let again = try await Program.run("new", "auth", "--in", app)
        #expect(again.lines.first?.hasSuffix("already declares SignInCodes.") == true)
        try await folder.develop("Music", person: "ada") { program, port in
            let socket = try await SocketClient(port: port, origin: "http://127.0.0.1:\(port)")
            let scene = try #require(try await socket.open("/")["scene"]?.intValue)
            let submit = try #require(socket.replicas[scene]?.document["form"]?["submit"]?.stringValue)
            try await socket.set(["name": "ada"], scene: scene)
            #expect(try await socket.run(submit, scene: scene)["error"] == nil, "without a code, one is sent")
            let code = try await program.hears(until: "The code of ada is ", then: 8).suffix(8)
            #expect(try await socket.run("send", scene: scene)["error"] == nil)
            try await Self.guess(at: "ada", on: port)
            try await socket.set(["code": .string(String(code))], scene: scene)
            #expect(socket.replicas[scene]?.document["form"]?["submit"]?.stringValue == submit)
            _ = try await socket.run(submit, scene: scene)
            let link = try await socket.next { $0["type"] == "navigate" }["route"]?.stringValue ?? ""
            let http = HTTPClient(port: port)
            let answer = try await http.get(link, ["Cookie": socket.cookie ?? ""])
            #expect(answer.status == 303)
            #expect(try await http.get("/", ["Cookie": answer.jar]).json["title"] == "Music")
            #expect(try await http.get("/account", ["Cookie": answer.jar]).json["outputs"]?["name"] == "ada")
            #expect(try await http.get("/").json["title"] == "Sign in")
        }
    }

    /// Guesses at a person's code from another address, as long as the app permits it.
    private static func guess(at name: String, on port: Int) async throws {
        let headers = ["X-Forwarded-For": "192.0.2.1"]
        let socket = try await SocketClient(port: port, origin: "http://127.0.0.1:\(port)", headers: headers)
        let scene = try #require(try await socket.open("/")["scene"]?.intValue)
        try await socket.set(["name": .string(name), "code": "0"], scene: scene)
        var refusals: [String?] = []
        for _ in 1...20 where refusals.last != "too-fast" {
            refusals.append(try await socket.run("enter", scene: scene)["error"]?["code"]?.stringValue)
        }
        #expect(refusals.last == "too-fast" && refusals.dropLast().allSatisfy { $0 == "invalid" }, "\(refusals)")
    }

    @Test func refusesUnknownArguments() async throws {
        let folder = try ScaffoldFolder()
        #expect(try await Program.run("new", "cell").status == 64)
        #expect(try await folder.new("auth", "Rye", in: folder.path).status == 64)
        #expect(try await folder.new("bread", "Rye", in: folder.path).status == 64)
        #expect(try await folder.new("cell", "Rye", in: folder.path, "--oriel", folder.path).status == 64)
    }
}
