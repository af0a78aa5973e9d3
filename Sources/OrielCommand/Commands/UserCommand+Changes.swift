import Access
import ArgumentParser
import Loop
import Serving

extension UserCommand {
    struct Roles: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the roles of a person; without roles, the person has none.")
        @Argument(help: "The name.") var name: String
        @Argument(help: "The roles, such as reader editor.") var roles: [String] = []
        @OptionGroup var database: AccessOptions

        func run() async throws {
            try await database.use { try await $0.setRoles(Set(roles), of: name) }
            let text = roles.isEmpty ? "no role" : Set(roles).sorted().joined(separator: ", ")
            print("\(name) has \(text).")
            try database.remark(on: Set(roles))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a person, with the sessions and keys. The audit stays.")
        @Argument(help: "The name.") var name: String
        @OptionGroup var database: AccessOptions

        func run() async throws {
            try await database.use { try await $0.removePerson(name) }
            print("\(name) is removed.")
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a one-time link that lets a person sign in from a new browser.",
            discussion: """
                While somebody guesses passwords, attempts from new browsers are delayed or locked. The browser that \
                opens the link within 30 minutes is counted apart. The person signs in with the password as usual.
                """)
        @Argument(help: "The name.") var name: String
        @OptionGroup var database: AccessOptions

        func run() async throws {
            let settings = try database.settings()
            let token = try await database.use { try await $0.browserLink(for: name) }
            let address = settings.origins.first ?? "http://\(settings.host):\(settings.port)"
            print("\(address)/-/browser?link=\(token)")
        }
    }
}
