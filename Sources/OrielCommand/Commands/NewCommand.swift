import ArgumentParser
import Foundation

/// `oriel new`: writes source files to start from, which compile, each with its test.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write an app, or a screen, cell, section or form of one, with its test.",
        discussion: """
            A name is that of a type, as in `oriel new screen Artist`. Nothing that is there is written over.
            `oriel new app` makes a folder of that name; the others add to the app of the folder they are run in.
            """)

    @Argument(help: "What to write: app, screen, cell, section or form.", transform: Self.kind)
    var kind: ScaffoldKind

    @Argument(help: "What it is called.")
    var name: String

    @Option(name: .customLong("in"), help: "The folder for a new app, or of the app that is added to.")
    var folder = "."

    @Option(
        help:
            "Where a new app has Oriel from: a folder or a URL. By default the sources of this program, if they are here."
    )
    var oriel: String?

    func validate() throws {
        if oriel != nil, kind != .app { throw ValidationError("--oriel goes with a new app: others have it already.") }
    }

    func run() throws {
        let name = try SwiftName(name)
        let made: ScaffoldFiles
        switch kind {
        case .app: made = try app(name)
        case .part(let part): made = try AppFolder(folder).files(of: part.template, called: name)
        }
        try made.write()
        for file in made.files { print("Wrote \(file.path)") }
        print(made.hint)
    }

    private func app(_ name: SwiftName) throws -> ScaffoldFiles {
        try name.checkForModule()
        if ["Package.swift", "Sources/\(name.text)"].allSatisfy({
            FileManager.default.fileExists(atPath: "\(folder)/\($0)")
        }) {
            throw Failure("The app \(name.text) is in \(folder) already; nothing was written.")
        }
        guard let place = oriel ?? OrielPackage.find() else {
            throw Failure(
                "Oriel's sources are not on this machine. Say where the app is to have them from: --oriel FOLDER, with a "
                    + "clone of the repository, or --oriel URL, its address.")
        }
        return AppScaffold(name: name, oriel: try OrielPackage(place)).files(in: folder)
    }

    @Sendable private static func kind(_ name: String) throws -> ScaffoldKind {
        guard let kind = ScaffoldKind(name) else {
            throw ValidationError("There is no \(name) to write, but \(ScaffoldKind.names.joined(separator: ", ")).")
        }
        return kind
    }
}
