import ArgumentParser
import Serving

/// The `oriel` program.
@main
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oriel",
        abstract: "Live screens of a SQLite database over HTTP, Server-Sent Events and WebSocket.",
        version: Version.number,
        subcommands: [
            ServeCommand.self, NewCommand.self, DevCommand.self, AttachCommand.self, DetachCommand.self,
            CopyCommand.self,
            BackupCommand.self, RestoreCommand.self, DoctorCommand.self, IndexCommand.self, TypesCommand.self,
            UserCommand.self, KeyCommand.self, CheckCommand.self, SchemaCommand.self, MayCommand.self, LoadCommand.self,
            HealthCommand.self,
        ])
}
