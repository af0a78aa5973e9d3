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
               signIn { HomeViewModel(store) }
        3. Add a person: oriel user add ada --users data/access.sqlite
        4. Send the codes by mail: SignIn/SignIn.swift writes them to the log.
        """
    }

    private var signIn: String {
        """
        import Foundation
        import Oriel

        extension AppCoordinator {
            /// Shows a screen at `/` to people who have signed in, and the sign-in to everybody else. `/account` shows
            /// who has signed in. All other routes are for people who have signed in.
            ///
            ///     signIn { HomeViewModel(store) }
            func signIn(then makeHome: @escaping @SceneActor () -> ViewModel) {
                let codes = SignInCodes { name, code in
                    // Replace this line: send a mail.
                    FileHandle.standardError.write(Data("The code of \\(name) is \\(code).\\n".utf8))
                }
                publish("/")
                personal("/") { _, visitor in
                    visitor.principal.kind == .nobody ? SignInViewModel(visitor, codes) : makeHome()
                }
                personal("/account") { [unowned self] _, visitor in AccountViewModel(visitor.principal, self) }
            }
        }

        """
    }

    private var codes: String {
        """
        import Oriel

        /// The one-time codes with which people sign in. A code is valid for ten minutes.
        @SceneActor final class SignInCodes {
            /// Sends a code to a person, such as by mail.
            typealias Delivery = @SceneActor (_ name: String, _ code: String) async throws -> Void

            private struct Code {
                let text: String
                let end: ContinuousClock.Instant
            }

            private static let lifetime = Duration.seconds(600)

            private let deliver: Delivery
            private let orders = RateLimit(5, per: lifetime)
            private let guesses = RateLimit(5, per: lifetime)
            private var codes: [String: Code] = [:]

            init(deliver: @escaping Delivery) {
                self.deliver = deliver
            }

            /// Sends a new code to a person. The former one is no longer valid.
            func send(to name: String) async throws {
                let key = name.lowercased()
                try orders.use(by: key)
                let text = (1...8).map { _ in "\\(Int.random(in: 0...9))" }.joined()
                codes = codes.filter { $0.value.end > .now }
                codes[key] = Code(text: text, end: .now + Self.lifetime)
                try await deliver(name, text)
            }

            /// Checks a code, which counts once.
            func take(_ text: String, of name: String) throws {
                let key = name.lowercased()
                try guesses.use(by: key)
                guard let code = codes[key], code.text == text, code.end > .now else {
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

        /// The sign-in: a name, and the code that is sent to the person.
        @SceneActor final class SignInViewModel: FormViewModel {
            @Input(.required) var name = ""
            @Input var code = ""
            @Output var hint = ""
            private var isSent = false

            init(_ visitor: Visitor, _ codes: SignInCodes) {
                super.init(title: "Sign in")
                commands = [
                    Command("send", title: "Send me a code") { [unowned self] _ in
                        try await codes.send(to: name)
                        isSent = true
                        hint = "If the name is right, a code is on its way."
                    },
                    Command("enter", title: "Sign in") { [unowned self] call in
                        try codes.take(code, of: name)
                        call.navigation = try await visitor.signIn(as: name, to: "/")
                        revert()
                    },
                ]
            }

            override var submitCommand: String { isSent ? "enter" : "send" }
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
                var sent = ""
                let codes = SignInCodes { sent = $1 }
                try await codes.send(to: "ada")
                #expect(throws: CommandFailure.self) { try codes.take("", of: "ada") }
                try codes.take(sent, of: "Ada")
                #expect(throws: CommandFailure.self) { try codes.take(sent, of: "ada") }
            }
        }

        """
    }
}
