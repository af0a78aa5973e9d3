import ArgumentParser
import Blueprints
import Loop
import Stores
import Tables

/// `oriel schema`: prints a JSON schema of files of scenes, for completion in editors.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print a JSON schema of files of scenes, for completion in editors.",
        discussion: """
            For example: oriel schema shop.sqlite > .oriel-scenes.json. Then an editor that knows YAML schemas \
            completes tables and columns in a file that begins with \
            "# yaml-language-server: $schema=../.oriel-scenes.json".
            """)

    @Argument(help: "The SQLite or JSON file that is served, or the address of a PostgreSQL database (postgres://…).")
    var file: String

    func run() async throws {
        print(try await withStore(of: file) { store in SceneSchema(store.schema.shown).text })
    }
}
