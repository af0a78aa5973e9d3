import Access
import ArgumentParser
import Foundation
import Scenes
import Serving
import ViewModels

/// `oriel key`: the keys of programs. A running server follows every change at once.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Add and revoke keys, with which programs sign in.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a key, and print its token, which is not kept.",
            discussion: "A program sends the token in a header: Authorization: Bearer TOKEN.")
        @Argument(help: "A name for the list of keys.") var name: String
        @Option(name: .customLong("role"), help: "A role; may be repeated.") var roles: [String] = []
        @Option(help: "The person for whom the key acts. The key has no roles that the person does not have.")
        var person: String?
        @Option(help: "The number of days after which the key ends.") var days: Int?
        @Option(name: .customLong("from"), help: "A network that may use the key, such as 10.0.0.0/8; may be repeated.")
        var networks: [String] = []
        @Option(name: .customLong("table"), help: "A table; the key may use no others. Needs rules. May be repeated.")
        var tables: [String] = []
        @Option(help: "The served database, if the person is in it (people) and the settings do not name it (store).")
        var store: String?
        @OptionGroup var database: AccessOptions

        func validate() throws {
            if let days, !(1...36_500).contains(days) { throw ValidationError("Days are a number from 1 to 36500.") }
            if Onlookers(networks) == nil || networks.contains(where: { $0.allSatisfy(\.isLetter) }) {
                throw ValidationError("A network is an address, or one such as 10.0.0.0/8.")
            }
        }

        func run() async throws {
            var key = NewKey(name: name, roles: Set(roles), person: person, days: days, networks: networks)
            key.tables = tables
            let hasRules = try database.settings().access != nil
            guard hasRules || tables.isEmpty || database.config == nil else {
                throw Failure(
                    "A key for some tables needs rules, and the settings name none (access). The server would refuse "
                        + "the key. If an app has rules of its own, name the database with --users.")
            }
            let token =
                person == nil
                ? try await database.use(needsPeople: false, creates: true) { try await $0.addKey(key) }
                : try await database.useWithPeople(in: store, creates: true) { try await $0.addKey(key) }
            print(token)
            AccessOptions.remark("The key is in \(try database.shown()).")
            try database.remark(on: Set(roles))
            if !hasRules { remarkOnLackOfRules() }
        }

        /// Says that roles and tables are for rules.
        private func remarkOnLackOfRules() {
            let (tables, roles) = (tables, roles.filter { $0 != Principal.admin })
            if !roles.isEmpty {
                AccessOptions.remark(
                    "Without rules (the setting access), roles limit nothing: the key may do everything.")
            }
            if !tables.isEmpty { AccessOptions.remark("Without rules (the setting access), the key is refused.") }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys: id, name, roles, person, networks, tables, end.")
        @OptionGroup var database: AccessOptions

        func run() async throws {
            let namesPeople = try database.settings().people == nil
            for key in try await database.use(needsPeople: false, { try await $0.listKeys(namesPeople: namesPeople) }) {
                let end = key.ends.map { Date(timeIntervalSince1970: $0).formatted(.iso8601) } ?? "no end"
                let tables = key.tables.split(separator: "\n").joined(separator: ", ")
                print(TextTable.line(key.id, key.name, key.roles, key.person ?? "", key.networks, tables, end))
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key. What it has open ends at once.")
        @Argument(help: "The id of the key, as the list has it.") var id: String
        @OptionGroup var database: AccessOptions

        func run() async throws {
            guard try await database.use(needsPeople: false, { try await $0.revokeKey(id) }) else {
                throw Failure("There is no key \(id). `oriel key list` has them.")
            }
            print("The key \(id) is revoked.")
        }
    }
}
