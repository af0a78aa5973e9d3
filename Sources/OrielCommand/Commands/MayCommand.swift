import ArgumentParser
import Blueprints
import Lists
import Loop
import Scenes
import Stores
import ViewModels

/// `oriel may`: says whether somebody may do something, and why.
struct MayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "may", abstract: "Say whether somebody may see or do something, and why.",
        discussion: """
            For example: oriel may desk.sqlite 5 update /Ticket/9 --role agent. The exit code is 0 for yes and 1 for no.
            """)

    @Argument(help: "The SQLite or JSON file that is served.")
    var file: String

    @Argument(help: "The id of the person; - for nobody.")
    var person: String

    @Argument(help: "see, insert, update, delete or export.")
    var verb: String

    @Argument(help: "The route of a table or a row, such as /Ticket/9.")
    var route: String

    @Option(help: "The name of the person, if it is not the id.")
    var name: String?

    @Option(name: .customLong("role"), help: "A role of the person; may be repeated.")
    var roles: [String] = []

    @Option(help: "The file with the rules.")
    var access = "access.yaml"

    func validate() throws {
        guard AccessVerb(rawValue: verb) != nil else {
            let verbs = AccessVerb.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no verb \"\(verb)\". There are: \(verbs).")
        }
        guard Route(route) != nil else { throw ValidationError("\"\(route)\" is not a route, such as /Ticket/9.") }
    }

    func run() async throws {
        guard let verb = AccessVerb(rawValue: verb), let route = Route(route) else { return }
        let principal =
            person == "-" ? Principal.nobody : Principal(.person, id: person, name: name ?? person, roles: Set(roles))
        try await withStore(of: file) { [access] store in
            let rules = try AccessFile.read(access, store.schema)
            let answer = await RightsExplanation(of: rules, in: store).answer(principal, verb, route)
            print("\(answer.isYes ? "yes" : "no"): \(answer.reason)")
            guard answer.isYes else { throw ExitCode(1) }
        }
    }
}
