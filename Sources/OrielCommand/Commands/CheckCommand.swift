import ArgumentParser
import Blueprints
import Configuration
import Foundation
import Lists
import Loop
import PostgreSQL
import PostgresEngine
import SQLiteEngine
import Scenes
import Serving
import Stores

/// `oriel check`: reads the rules of a file, and reports every mistake.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check rules and scenes, and a PostgreSQL server.",
        discussion: """
            Reads the rules against the tables of a database or JSON file, and reports every mistake with its line, \
            its column and a remedy. The exit code is 1 if there are any. Without mistakes, it lists which columns \
            each granted view reads.

            With --scenes, it also reads the files of scenes in a folder, and asks the database whether it understands \
            their SQL.

            Of a PostgreSQL server, it first says what is missing to follow its changes. Without an access.yaml, \
            that is all.
            """)

    @Argument(help: "The SQLite or JSON file that is served, or the address of a PostgreSQL database (postgres://…).")
    var file: String

    @Argument(help: "The file with the rules (access.yaml, or the setting access).")
    var access: String?

    @Option(help: "The folder with files of scenes (or the setting scenes).")
    var scenes: String?

    @Option(help: "The settings file, which names the people, the rules and the scenes.")
    var config: String?

    func run() async throws {
        let settings = try SettingsSource(Settings(), fileAt: config).read()
        let (named, people) = (access ?? settings.access, settings.people)
        if let address = PostgresAddress(file) {
            try Self.report(address)
        }
        let folder = scenes ?? settings.scenes
        let hasRules = named != nil || FileManager.default.fileExists(atPath: "access.yaml")
        let isEnough = folder != nil || PostgresAddress(file) != nil  // without rules
        let access = hasRules || !isEnough ? named ?? "access.yaml" : nil
        guard access != nil || folder != nil else { return }
        try await withStore(of: file) { [file] store in
            var faults: [String] = []
            if let access {
                let (found, explanation) = await Self.read(access, of: store, people: people)
                faults += found
                if let explanation, found.isEmpty {
                    print("\(access): No mistakes.")
                    for remark in explanation.remarks { print(remark) }
                    for view in explanation.views { print(try Self.line(of: view, in: file, store)) }
                }
            }
            if let folder {
                let found = await Self.readScenes(folder, of: store, access: faults.isEmpty ? access : nil)
                faults += found.faults
                if found.faults.isEmpty { print("\(folder): No mistakes.") }
                for remark in found.remarks { print(remark) }
            }
            if !faults.isEmpty { print(faults.joined(separator: "\n")) }
            guard faults.isEmpty else { throw ExitCode(1) }
        }
    }

    /// Returns the mistakes in the scenes of a folder, and remarks on them.
    @SceneActor private static func readScenes(
        _ folder: String, of store: Store, access: String?
    ) async -> (faults: [String], remarks: [String]) {
        let rules = access.flatMap { try? AccessFile($0, of: store) { _ in } }
        return await SceneFolder.check(folder, of: store, access: rules)
    }

    /// Reads the rules at a path against a database. Returns their mistakes, and an explanation if they can be read.
    @SceneActor static func read(
        _ path: String, of store: Store, people: PeopleTable?
    ) async -> (faults: [String], explanation: RightsExplanation?) {
        do {
            let explanation = RightsExplanation(of: try AccessFile.read(path, of: store, people: people), in: store)
            return (await explanation.faults(in: path), explanation)
        } catch {
            return (["\(error)"], nil)
        }
    }

    /// Prints what a server lacks, and what that costs.
    private static func report(_ address: PostgresAddress) throws {
        do throws(StoreError) {
            let check = try ServerCheck(address)
            for lack in try check.lacks() { print(lack) }
            print("\(address.shown): \(check.capture.sentence)")
            if let advice = SchemaAdvice.sentence(try check.schemasOfRole()) { print(advice) }
            for name in try check.unrecordedTables() {
                print("\(name): changes are not recorded. Its lists are compared after each commit.")
            }
            for (collation, columns) in try check.collationsOfServer() {
                let more = columns.count > 1 ? " and \(columns.count - 1) more" : ""
                print(
                    "\(columns[0])\(more): only the server can sort by the collation \(collation). The server finds "
                        + "the places of changed rows.")
            }
        } catch {
            throw Failure("\(address.shown): \(error.reason)")
        }
    }

    /// Returns which columns a granted view reads. Rules do not limit the rows and columns of a view.
    @SceneActor private static func line(
        of view: (name: String, roles: [String]), in file: String, _ store: Store
    ) throws -> String {
        let columns =
            if let address = PostgresAddress(file) {
                try ServerCheck(address).columnsRead(by: view.name)
            } else {
                try ViewColumns.read(by: view.name, in: file, store.schema)
            }
        let what = columns.isEmpty ? "no table" : columns.joined(separator: ", ")
        return "The view \(view.name), which \(view.roles.joined(separator: ", ")) may see, reads \(what)."
    }
}
