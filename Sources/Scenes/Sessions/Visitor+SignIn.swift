import Loop
import ViewModels

extension Visitor {
    /// Signs the visitor in, after a check of the app's own: a code from a mail, a service of the house.
    ///
    ///     Command("enter", title: "Enter", arguments: ["code": .argument("text", isRequired: true)]) { call in
    ///         let mail = try await codes.check(call["code"] ?? "")
    ///         call.navigation = try await visitor.signIn(as: mail, to: "/orders")
    ///     }
    ///
    /// A socket cannot set a cookie. So the navigation leads to a link that does, and from there to `route`. The link
    /// counts once, for a minute, in the visitor's browser. The session has a new token, and ends the one before.
    ///
    /// - Parameters:
    ///   - name: The person's name to sign in with.
    ///   - route: The route to show then.
    ///   - stays: Whether the session outlives the browser.
    /// - Returns: The navigation to return from the command.
    /// - Throws: ``CommandFailure/forbidden(message:)`` if nobody has the name, or if the person is disabled.
    public func signIn(
        as name: String, to route: String = "/", staying stays: Bool = false
    ) async throws(CommandFailure) -> Navigation {
        guard let authenticator else { throw .noSignIn }
        do throws(SignInError) {
            let link = try await authenticator.makeLink(for: name, visitor: session.id, stays: stays)
            let target = Route(["-", "sign-in"], [Route.Parameter("link", link), Route.Parameter("next", route)])
            return Navigation(target.description, style: .external)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// The app is served without people.
    static let noSignIn = CommandFailure.unavailable(
        code: "sign-in-unavailable", message: "Nobody can sign in: the setting `users` is missing.")

    /// Makes the failure of a command that signs people in or out.
    init(_ error: SignInError) {
        switch error {
        case .locked: self = .forbidden(message: "Too many attempts have failed. An administrator can let you in.")
        case .wrong: self = .forbidden(message: "Nobody of this name may sign in.")
        case .tooMany(let seconds): self = .tooFast(seconds: seconds)
        case .invalid(let field, let reason): self = .invalid(message: reason, fields: [field: reason])
        case .busy, .unavailable:
            self = .unavailable(
                code: "sign-in-unavailable", message: "Nobody can sign in at the moment. Try again in a moment.")
        }
    }
}
