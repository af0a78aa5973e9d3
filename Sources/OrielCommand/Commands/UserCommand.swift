import Access
import ArgumentParser
import Blueprints
import Foundation
import Loop
import QRCodes
import Scenes
import Serving

/// `oriel user`: the people who may sign in. A running server follows every change at once.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Add people who may sign in, change their passwords, and sign them out.",
        subcommands: [
            Add.self, Passwd.self, Totp.self, Account.self, Disable.self, Enable.self, Roles.self, Remove.self,
            Link.self, SignOut.self, List.self,
        ])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a person. Does nothing if the name exists.")
        @Argument(help: "The name to sign in with.") var name: String
        @Option(name: .customLong("role"), help: "A role, such as admin; may be repeated.") var roles: [String] = []
        @Option(help: "The file whose first line is the password; - is standard input.") var passwordFile: String?
        @OptionGroup var database: AccessOptions

        func run() async throws {
            let password = try PasswordFile.newPassword(passwordFile)
            let isNew = try await database.use(creates: true) { access in
                try await access.addPerson(name, password: password, roles: Set(roles))
            }
            let file = try database.shown()
            print(isNew ? "\(name) may sign in (\(file))." : "\(name) is in \(file) already. Nothing was changed.")
            if isNew { try database.remark(on: Set(roles)) }
        }
    }

    struct Passwd: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a password. Ends the person's sessions and keys.")
        @Argument(help: "The name.") var name: String
        @Option(help: "The file whose first line is the password; - is standard input.") var passwordFile: String?
        @Flag(help: "Keep the keys that the person made.") var keepKeys = false
        @OptionGroup var database: AccessOptions

        func run() async throws {
            let password = try PasswordFile.newPassword(passwordFile)
            try await database.use { try await $0.setPassword(password, of: name, keepingKeys: keepKeys) }
            print("\(name) has a new password, and is signed out everywhere.")
        }
    }

    struct Totp: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask a person for a code beside the password, from an authenticator app.",
            discussion: """
                People add a second factor themselves at /-/second-factor. This command is for an administrator who \
                sits beside the person: it prints the address for the app, in a terminal also as a QR code, and ten \
                recovery codes. They are not shown again.
                """)
        @Argument(help: "The name.") var name: String
        @Option(help: "The name of the server in the app.") var issuer = "Oriel"
        @Flag(help: "Remove the second factor, as after the loss of a telephone.") var remove = false
        @OptionGroup var database: AccessOptions

        func run() async throws {
            if remove {
                try await database.use { try await $0.removeSecondFactor(from: name) }
                return print("\(name) needs no code any more.")
            }
            let factor = try await database.use { try await $0.addSecondFactor(to: name, server: issuer) }
            if isatty(STDOUT_FILENO) != 0, let code = QRCode(factor.address) {
                print(code.terminalLines.joined(separator: "\n"))
            }
            print("The address for the app:\n\(factor.address)\n\nThe recovery codes, each for one sign-in:")
            for code in factor.recoveryCodes { print(code) }
        }
    }

    struct Account: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a person sign in with an account at a service (OpenID Connect).")
        @Argument(help: "The name.") var name: String
        @Option(help: "The service's address, as the settings have it.") var issuer: String
        @Option(help: "The id of the account: the claim sub of its tokens.") var subject: String
        @Flag(help: "Remove the account, and end the person's sessions.") var remove = false
        @OptionGroup var database: AccessOptions

        func run() async throws {
            try await database.use { access in
                try await access.link(issuer: issuer, subject: subject, to: name, isRemoved: remove)
            }
            print(remove ? "The account is no longer \(name)'s." : "The account is \(name)'s.")
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a person no longer sign in. Open connections end.")
        @Argument(help: "The name.") var name: String
        @OptionGroup var database: AccessOptions

        func run() async throws {
            try await database.use { try await $0.setActive(false, of: name) }
            print("\(name) can no longer sign in.")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a disabled person sign in again.")
        @Argument(help: "The name.") var name: String
        @OptionGroup var database: AccessOptions

        func run() async throws {
            try await database.use { try await $0.setActive(true, of: name) }
            print("\(name) may sign in.")
        }
    }

    struct SignOut: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out", abstract: "End all sessions of a person, and the person's tokens of an issuer.")
        @Argument(help: "The name.") var name: String
        @OptionGroup var database: AccessOptions

        func run() async throws {
            let acceptsTokens = try database.settings().jwt != nil
            try await database.use(needsPeople: !acceptsTokens) {
                try await $0.signOut(name, acceptsTokens: acceptsTokens)
            }
            print("\(name) is signed out everywhere.")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the people: id, name, roles, state.")
        @OptionGroup var database: AccessOptions

        func run() async throws {
            for person in try await database.use(reading: true, { try await $0.listPeople() }) {
                let sessions = person.sessions == 1 ? "1 session" : "\(person.sessions) sessions"
                var state = [person.isActive ? sessions : "disabled"]
                if person.isLocked { state.append("locked") }
                if person.hasSecondFactor { state.append("second factor") }
                print(TextTable.line(person.id, person.name, person.roles, state.joined(separator: ", ")))
            }
        }
    }
}
