/// Screens to sign in with a one-time code, and about the account, to be changed.
struct AuthTemplate {
    /// The name of the app's module.
    let app: String

    /// The source files, by their paths in the folder of the target.
    var sources: [(path: String, text: String)] {
        [
            ("SignIn/SignIn.swift", signIn), ("SignIn/SignInCodes.swift", codes),
            ("SignIn/SignInViewModel.swift", screen), ("SignIn/AccountViewModel.swift", account),
        ]
    }

    /// The tests, by their paths in the folder of the test target.
    var tests: [(path: String, text: String)] { [("SignInCodesTests.swift", test)] }

    /// The steps that follow.
    var hint: String {
        """
        Next:
        1. Where the app starts, such as in Program.swift, name the database of people and sessions:
               var settings = Settings()
               settings.users = "\\(folder)/access.sqlite"
               await Oriel.run(settings) { settings in … }
        2. In the coordinator, replace the screen at "/":
               signIn { _ in HomeViewModel(store) }
        3. Add a person: oriel user add ada --users data/access.sqlite
        4. In SignIn/SignIn.swift, look names up, and send the codes by mail. So far, every name gets a code, in the
           log.
        """
    }

    private var signIn: String {
        """
        import Foundation
        import Oriel

        extension AppCoordinator {
            /// Shows a screen at `/` to people who have signed in, and the sign-in to everybody else. `/account` shows
            /// who has signed in. All other routes are for people who have signed in, unless rules grant something to
            /// `everyone`.
            ///
            ///     signIn { _ in HomeViewModel(store) }
            func signIn(then makeHome: @escaping @SceneActor (Visitor) -> ViewModel) {
                let codes = SignInCodes(
                    isKnown: { _ in
                        // Replace this line: look the name up. Unknown names get no code, and do not learn that.
                        true
                    },
                    deliver: { name, code in
                        // Replace this line: send a mail.
                        FileHandle.standardError.write(Data("The code of \\(name) is \\(code).\\n".utf8))
                    })
                publish(signIn: "/")
                personal("/") { _, visitor in
                    visitor.principal.kind == .nobody ? SignInViewModel(visitor, codes) : makeHome(visitor)
                }
                personal("/account") { [unowned self] _, visitor in AccountViewModel(visitor.principal, self) }
            }
        }

        """
    }

    private var codes: String {
        """
        import Oriel

        /// The one-time codes with which people sign in. A code is valid for ten minutes, also after later ones, until
        /// one of them is used.
        @SceneActor final class SignInCodes {
            /// Returns whether somebody of this name may get codes.
            typealias Lookup = @SceneActor (_ name: String) async throws -> Bool
            /// Sends a code to a person, such as by mail.
            typealias Delivery = @SceneActor (_ name: String, _ code: String) async throws -> Void

            private struct Code {
                let text: String
                let end: ContinuousClock.Instant
            }

            private static let lifetime = Duration.seconds(600)

            /// How many codes each caller may order.
            let orders = RateLimit(20, per: lifetime)
            /// How many codes each caller may try. A limit by name would let anybody lock others out.
            let guesses = RateLimit(10, per: lifetime)
            private let isKnown: Lookup
            private let deliver: Delivery
            /// Keeps mailboxes from being flooded. The codes that were sent before stay valid.
            private let mails = RateLimit(10, per: lifetime)
            private var codes: [String: [Code]] = [:]

            init(isKnown: @escaping Lookup, deliver: @escaping Delivery) {
                (self.isKnown, self.deliver) = (isKnown, deliver)
            }

            /// Sends a new code to a person. An unknown name gets nothing, and looks like a known one.
            func send(to name: String) async throws {
                let key = name.lowercased()
                try mails.use(by: key)
                guard try await isKnown(name) else { return }
                let text = (1...8).map { _ in "\\(Int.random(in: 0...9))" }.joined()
                codes = codes.mapValues { $0.filter { $0.end > .now } }.filter { !$0.value.isEmpty }
                codes[key, default: []].append(Code(text: text, end: .now + Self.lifetime))
                try await deliver(name, text)
            }

            /// Checks a code. It counts once, and ends the others of the person.
            func take(_ text: String, of name: String) throws {
                let key = name.lowercased()
                guard codes[key]?.contains(where: { $0.text == text && $0.end > .now }) == true else {
                    let fault = "is wrong or too old"
                    throw CommandFailure.invalid(message: "The code \\(fault).", fields: ["code": fault])
                }
                codes[key] = nil
            }
        }

        """
    }

    private var screen: String {
        """
        import Oriel

        /// The sign-in: a name, and the code that is sent to the person. Enter sends a code while none is filled in.
        @SceneActor final class SignInViewModel: FormViewModel {
            @Input(.required) var name = ""
            @Input var code = ""
            @Output var hint = ""
            private let visitor: Visitor
            private let codes: SignInCodes

            init(_ visitor: Visitor, _ codes: SignInCodes) {
                (self.visitor, self.codes) = (visitor, codes)
                super.init(title: "Sign in")
                commands = [
                    Command("send", title: "Send me a code") { [unowned self] call in try await send(call) },
                    Command("enter", title: "Sign in") { [unowned self] call in
                        try await code.isEmpty ? send(call) : enter(call)
                    },
                ]
            }

            override var submitCommand: String { "enter" }

            private func send(_ call: CommandContext) async throws {
                try codes.orders.use(by: call)
                try await codes.send(to: name)
                hint = "If the name is right, a code is on its way."
            }

            private func enter(_ call: CommandContext) async throws {
                try codes.guesses.use(by: call)
                try codes.take(code, of: name)
                call.navigation = try await visitor.signIn(as: name, to: "/")
                revert()
            }
        }

        """
    }

    private var account: String {
        """
        import Oriel

        /// The person who has signed in.
        @SceneActor final class AccountViewModel: ViewModel {
            @Output var name = ""
            @Output var roles: [String] = []

            init(_ principal: Principal, _ coordinator: AppCoordinator) {
                super.init(title: "Account")
                (name, roles) = (principal.name, principal.roles.sorted())
                commands = [
                    Command("sign-out", title: "Sign out everywhere") { [unowned coordinator] _ in
                        try await coordinator.endSessions(of: principal.id)
                    }
                ]
            }
        }

        """
    }

    private var test: String {
        """
        import Oriel
        import Testing

        @testable import \(app)

        @Suite struct SignInCodesTests {
            @Test @SceneActor func aCodeCountsOnce() async throws {
                var sent: [String] = []
                let codes = SignInCodes(isKnown: { _ in true }, deliver: { sent.append($1) })
                for _ in 1...2 { try await codes.send(to: "ada") }
                #expect(throws: CommandFailure.self) { try codes.take("", of: "ada") }
                try codes.take(sent[0], of: "Ada")
                for code in sent { #expect(throws: CommandFailure.self) { try codes.take(code, of: "ada") } }
            }

            @Test @SceneActor func anUnknownNameGetsNoCode() async throws {
                var sent: [String] = []
                let codes = SignInCodes(isKnown: { $0 == "ada" }, deliver: { name, _ in sent.append(name) })
                for name in ["ada", "eve"] { try await codes.send(to: name) }
                #expect(sent == ["ada"])
            }
        }

        """
    }
}
