import ArgumentParser
import Foundation

/// `oriel new`: writes files to start from, which compile, with their tests.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create an app, or a screen, cell, section, form or sign-in of an app, with its test.",
        discussion: """
            The name is that of a type, as in `oriel new screen Artist`. Existing files are never overwritten.
            `oriel new app` creates a folder of that name, with all that an app's repository needs.
            The other kinds add to the app in the current folder. `oriel new auth` needs no name.
            """)

    @Argument(help: "The kind: app, auth, screen, cell, section or form.", transform: Self.kind)
    var kind: ScaffoldKind

    @Argument(help: "The name of the app or type.")
    var name: String?

    @Option(name: .customLong("in"), help: "The folder for a new app, or the folder of an existing app.")
    var folder = "."

    @Option(
        help:
            "The folder or URL of Oriel, for a new app. By default, the sources of this program."
    )
    var oriel: String?

    func validate() throws {
        if oriel != nil, kind != .app { throw ValidationError("--oriel is only for a new app.") }
        if name == nil, kind != .auth { throw ValidationError("The name is missing.") }
        if name != nil, kind == .auth { throw ValidationError("The kind auth takes no name.") }
    }

    func run() throws {
        let made: ScaffoldFiles
        switch kind {
        case .app: made = try app(SwiftName(name ?? ""))
        case .auth: made = try AppFolder(folder).filesToSignIn()
        case .part(let part): made = try AppFolder(folder).files(of: part.template, called: SwiftName(name ?? ""))
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
            throw Failure("The app \(name.text) already exists in \(folder). Nothing was written.")
        }
        guard let place = oriel ?? OrielPackage.find() else {
            throw Failure(
                "The sources of Oriel are not on this machine. Use --oriel FOLDER with a clone of the repository, "
                    + "or --oriel URL with its address.")
        }
        return AppScaffold(name: name, oriel: try OrielPackage(place)).files(in: folder)
    }

    @Sendable private static func kind(_ name: String) throws -> ScaffoldKind {
        guard let kind = ScaffoldKind(name) else {
            throw ValidationError("Unknown kind: \(name). Use one of: \(ScaffoldKind.names.joined(separator: ", ")).")
        }
        return kind
    }
}
