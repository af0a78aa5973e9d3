import ArgumentParser
import Blueprints
import Lists
import Loop
import Stores

/// `oriel check`: reads the rules of a file, and reports every mistake.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the rules of who may see and do what (access.yaml).",
        discussion: """
            Reads the rules against the tables of a database or JSON file, and reports every mistake with its line, \
            its column and a remedy. The exit code is 1 if there are any.
            """)

    @Argument(help: "The SQLite or JSON file that is served.")
    var file: String

    @Argument(help: "The file with the rules.")
    var access = "access.yaml"

    func run() async throws {
        try await withStore(of: file) { [access] store in
            let faults: [String]
            do {
                let rules = try AccessFile.read(access, store.schema)
                faults = await RightsExplanation(of: rules, in: store).faults(in: access)
            } catch {
                faults = ["\(error)"]
            }
            print(faults.isEmpty ? "\(access): No mistakes." : faults.joined(separator: "\n"))
            guard faults.isEmpty else { throw ExitCode(1) }
        }
    }
}
