import Access
import ArgumentParser
import Blueprints
import Configuration
import Foundation
import Loop
import PostgreSQL
import Scenes
import Serving
import Stores

/// The database of people, sessions and keys that a command changes.
struct AccessOptions: ParsableArguments {
    @Option(help: "The database (data/access.sqlite, or the setting users): a file, or an address (postgres://…).")
    var users: String?
    @Option(help: "The settings file, whose setting users names the database.") var config: String?

    /// Opens the database for a body. Commands that add something create a missing database.
    ///
    /// - Parameters:
    ///   - needsPeople: Whether the body reads or changes people, in the database's own table.
    ///   - isReading: Whether the body reads only.
    @SceneActor func use<Value: Sendable>(
        needsPeople: Bool = true, reading isReading: Bool = false, creates: Bool = false,
        _ body: @SceneActor (Access) async throws -> Value
    ) async throws -> Value {
        if needsPeople, let people = try servedPeople() {
            throw Failure(
                "The people are in the table \(people.table) of the served database. "
                    + "\(isReading ? "Read" : "Change") them there.")
        }
        return try await opened(creates: creates).use(body)
    }

    /// Opens the database for a body that reads people. If the settings say that they are in a table of the served
    /// database, opens that too.
    ///
    /// - Parameter store: The served database, if the settings do not name it.
    @SceneActor func useWithPeople<Value: Sendable>(
        in store: String?, creates: Bool, _ body: @SceneActor (Access) async throws -> Value
    ) async throws -> Value {
        try await openedWithPeople(in: store, creates: creates).use(body)
    }

    @SceneActor private func opened(creates: Bool) async throws -> OpenAccess {
        guard let served = try servedDatabase() else {
            let path = try existingFile(creates: creates)
            return try await OpenAccess { () async throws(AccessError) in try await Access(path: path) }
        }
        let store = try await openStore(at: served.url, password: served.password, isReadOnly: false)
        return try await OpenAccess(in: store) { () async throws(AccessError) in
            try await Access(in: store, creates: creates)
        }
    }

    @SceneActor private func openedWithPeople(in store: String?, creates: Bool) async throws -> OpenAccess {
        guard let people = try servedPeople() else { return try await opened(creates: creates) }
        let settings = try settings()
        guard let served = store.map({ ServedDatabase(url: $0) }) ?? settings.store else {
            throw Failure(
                "The people are in the table \(people.table) of the served database. Name it with --store, or in the "
                    + "setting store.")
        }
        let isServed = settings.users == Access.servedDatabase
        let users = isServed ? Access.servedDatabase : try existingFile(creates: creates)
        let store = try await openStore(at: served.url, password: served.password, isReadOnly: !isServed)
        return try await OpenAccess(in: store) { () async throws(AccessError) in
            try await Access(users: users, people: people, of: store)
        }
    }

    /// Returns the path of the database.
    private func existingFile(creates: Bool) throws -> String {
        let path = try file()
        guard creates || FileManager.default.fileExists(atPath: path) else {
            throw Failure("\(path) does not exist. Name the settings with --config, or the database with --users.")
        }
        return path
    }

    /// Prints a sentence about each role that no rule names, if the settings name rules.
    func remark(on roles: Set<String>) throws {
        guard let path = try settings().access else { return }
        for sentence in AccessFile.remarks(on: roles, in: path) { Self.remark("\(sentence) The rules are in \(path).") }
    }

    /// Prints a sentence on standard error.
    static func remark(_ sentence: String) { FileHandle.standardError.write(Data("\(sentence)\n".utf8)) }

    /// The settings of the server, with defaults if no file is named.
    func settings() throws -> Settings {
        try SettingsSource(Settings(), fileAt: config).read()
    }

    /// The served database, if its tables have the people, sessions and keys.
    private func servedDatabase() throws -> ServedDatabase? {
        if let users { return PostgresAddress(users) == nil ? nil : ServedDatabase(url: users) }
        let settings = try settings()
        guard settings.users == Access.servedDatabase else { return nil }
        guard let store = settings.store else {
            throw Failure("The settings do not name the served database. Name it with --users postgres://….")
        }
        return store
    }

    /// The name of the database for people to read.
    func shown() throws -> String { try servedDatabase()?.url.shown ?? file() }

    /// The path of the database.
    private func file() throws -> String { try users ?? settings().users ?? "data/access.sqlite" }

    /// The table of the served database that lists the people; `nil` if they are in the database itself.
    private func servedPeople() throws -> PeopleTable? { users == nil ? try settings().people : nil }
}
