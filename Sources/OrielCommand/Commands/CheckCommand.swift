import ArgumentParser
import Blueprints
import Lists
import Loop
import SQLiteEngine
import Serving
import Stores

/// `oriel check`: reads the rules of a file, and reports every mistake.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the rules of who may see and do what (access.yaml).",
        discussion: """
            Reads the rules against the tables of a database or JSON file, and reports every mistake with its line, \
            its column and a remedy. The exit code is 1 if there are any. Without mistakes, it lists which columns \
            each granted view reads.
            """)

    @Argument(help: "The SQLite or JSON file that is served.")
    var file: String

    @Argument(help: "The file with the rules (access.yaml, or the setting access).")
    var access: String?

    @Option(help: "The settings file, which names the people and the rules.")
    var config: String?

    func run() async throws {
        var settings = Settings()
        try settings.apply(fileAt: config)
        let (access, people) = (access ?? settings.access ?? "access.yaml", settings.people)
        try await withStore(of: file) { [file] store in
            var faults: [String] = []
            do {
                let rules = RightsExplanation(
                    of: try AccessFile.read(access, store.schema, people: people), in: store)
                faults = await rules.faults(in: access)
                if faults.isEmpty {
                    print("\(access): No mistakes.")
                    for view in rules.views { print(try Self.line(of: view, in: file, store)) }
                }
            } catch {
                faults = ["\(error)"]
            }
            if !faults.isEmpty { print(faults.joined(separator: "\n")) }
            guard faults.isEmpty else { throw ExitCode(1) }
        }
    }

    /// Returns which columns a granted view reads. Rules do not limit the rows and columns of a view.
    @SceneActor private static func line(
        of view: (name: String, roles: [String]), in file: String, _ store: Store
    ) throws -> String {
        let columns = try ViewColumns.read(by: view.name, in: file, store.schema)
        let what = columns.isEmpty ? "no table" : columns.joined(separator: ", ")
        return "The view \(view.name), which \(view.roles.joined(separator: ", ")) may see, reads \(what)."
    }
}
