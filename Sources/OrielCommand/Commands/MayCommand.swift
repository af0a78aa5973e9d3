import Access
import ArgumentParser
import Blueprints
import Configuration
import Foundation
import Lists
import Loop
import Scenes
import Serving
import Stores
import ViewModels

/// `oriel may`: says whether somebody may do something, and why.
struct MayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "may", abstract: "Say whether somebody may see or do something, and why.",
        discussion: """
            For example: oriel may desk.sqlite 5 update /Ticket/9 --role agent. With --config, the person and the \
            roles are read where the server reads them, and the rules too.

            The exit code is 0 for yes and 1 for no. If the question cannot be answered, it is 2, and 64 if the \
            arguments are invalid.
            """)

    @Argument(help: "The SQLite or JSON file that is served, or the address of a PostgreSQL database (postgres://…).")
    var file: String

    @Argument(help: "The id of the person, or the name with --config; - for nobody.")
    var person: String

    @Argument(help: "see, insert, update, delete or export.")
    var verb: String

    @Argument(help: "The route of a table, a row or a value, such as /Ticket, /Ticket/9 or /Ticket/9/State.")
    var route: String

    @Option(help: "The name of the person, if it is not the id.")
    var name: String?

    @Option(name: .customLong("role"), help: "A role of the person; may be repeated.")
    var roles: [String] = []

    @Option(help: "The file with the rules (access.yaml, or the setting access).")
    var access: String?

    @Option(help: "The settings file, which names the people and the rules.")
    var config: String?

    func validate() throws {
        guard AccessVerb(rawValue: verb) != nil else {
            let verbs = AccessVerb.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no verb \"\(verb)\". There are: \(verbs).")
        }
        guard let route = Route(route), route.parameters.isEmpty, route.segments.count <= 3 else {
            throw ValidationError(
                "\"\(route)\" is not the route of a table, a row or a value, such as /Ticket, /Ticket/9 or "
                    + "/Ticket/9/State.")
        }
    }

    func run() async throws {
        guard let verb = AccessVerb(rawValue: verb), let route = Route(route) else { return }
        do {
            try await answer(verb, route)
        } catch let end as ExitCode {
            throw end
        } catch {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            throw ExitCode(2)
        }
    }

    private func answer(_ verb: AccessVerb, _ route: Route) async throws {
        let settings = try SettingsSource(Settings(), fileAt: config).read()
        try await withStore(of: file) { [access, settings] store in
            let path = access ?? settings.access ?? "access.yaml"
            let rules = try AccessFile.read(path, of: store, people: settings.people)
            let principal = try await principal(settings, store)
            let answer = await RightsExplanation(of: rules, in: store).answer(principal, verb, route)
            print("\(answer.isYes ? "yes" : "no"): \(answer.reason)")
            guard answer.isYes else { throw ExitCode(1) }
        }
    }

    /// Returns who is meant: a person whom the settings name, or one with the given id and roles.
    @SceneActor private func principal(_ settings: Settings, _ store: Store) async throws -> Principal {
        guard person != "-" else { return .nobody }
        guard roles.isEmpty, name == nil, let users = settings.users else {
            return Principal(.person, id: person, name: name ?? person, roles: Set(roles))
        }
        guard settings.people != nil || users == Access.servedDatabase || FileManager.default.fileExists(atPath: users)
        else {
            throw Failure("\(users) does not exist. Relative paths in the settings begin at the current folder.")
        }
        let found: Principal?
        do {
            let access = try await Access(users: users, people: settings.people, of: store)
            found = try? await access.principal(of: person)
            await access.close()
        } catch {
            throw Failure(error.description)
        }
        guard let found else { throw Failure("There is no person \(person). Use --role to ask for any other.") }
        return found
    }
}
