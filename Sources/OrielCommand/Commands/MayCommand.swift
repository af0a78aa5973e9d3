import Access
import ArgumentParser
import Blueprints
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
            roles are read where the server reads them, and the rules too. The exit code is 0 for yes and 1 for no.
            """)

    @Argument(help: "The SQLite or JSON file that is served.")
    var file: String

    @Argument(help: "The id of the person, or the name with --config; - for nobody.")
    var person: String

    @Argument(help: "see, insert, update, delete or export.")
    var verb: String

    @Argument(help: "The route of a table or a row, such as /Ticket/9.")
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
        guard let route = Route(route), route.parameters.isEmpty else {
            throw ValidationError("\"\(route)\" is not the route of a table or a row, such as /Ticket/9.")
        }
    }

    func run() async throws {
        guard let verb = AccessVerb(rawValue: verb), let route = Route(route) else { return }
        var settings = Settings()
        try settings.apply(fileAt: config)
        try await withStore(of: file) { [access, settings] store in
            let path = access ?? settings.access ?? "access.yaml"
            let rules = try AccessFile.read(path, store.schema, people: settings.people)
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
        let found: Principal?
        do {
            let access = try await Access(path: users, people: settings.people, of: store)
            found = try? await access.principal(of: person)
            await access.close()
        } catch {
            throw Failure(error.description)
        }
        guard let found else { throw Failure("There is no person \(person). Use --role to ask for any other.") }
        return found
    }
}
