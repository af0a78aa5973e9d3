import HTTPServer
import Loop
import Scenes
import ViewModels

// A person's own password, and links for new browsers.

extension AccountEndpoint {
    func changePassword(
        _ request: HTTPRequest, _ fields: SignInFields, _ exchange: HTTPExchange
    ) throws(Problem) {
        let identity = try person(of: request)
        guard authenticator.changesPasswords else { throw .passwordElsewhere }
        guard let cookies = context.authentication?.cookies(for: request) else { throw .insecure }
        var attempt = SignInAttempt(name: identity.principal.name, password: fields["password"] ?? "")
        attempt.describe(request, cookies, addressHeader: context.settings.addressHeader)
        var change = PasswordChange(current: fields["current"] ?? "", attempt: attempt)
        change.keepsSessions = fields.isOn("keep-sessions")
        change.keepsKeys = fields.isOn("keep-keys")
        let isRepeated = fields["again"].map { $0 == change.new } ?? true
        answer(exchange, isForm: fields.isForm, at: "/", on: Self.page(toChangePasswordOf: identity)) {
            [authenticator, change] () async throws(SignInError) in
            guard isRepeated else { throw .invalid(field: "again", reason: "The new passwords differ.") }
            return cookies.headers(of: try await authenticator.changePassword(change, of: identity))
        }
    }

    /// Returns the identity of a person with a session.
    func person(of request: HTTPRequest) throws(Problem) -> Identity {
        let identity = try identity(of: request)
        guard !identity.isLooking else { throw .looking }
        guard identity.way == .session else {
            throw Problem(
                status: 403, code: "forbidden", message: "Only a person's session may change how the person signs in.")
        }
        return identity
    }

    /// The page of a person whose password another program keeps.
    static func elsewhere(_ title: String) -> HTTPResponse {
        FormPage(title: title, text: Problem.passwordElsewhere.message)
            .response(status: Problem.passwordElsewhere.status)
    }

    static func page(toChangePasswordOf identity: Identity) -> FormPage {
        let new = "type=\"password\" autocomplete=\"new-password\" minlength=\"12\""
        return FormPage(
            title: "Change the password", action: "/-/password", button: "Change",
            text: "Your other sessions and your keys end. A password has at least 12 bytes, and is no common one.",
            fields: FormPage.field(
                "Present password", "name=\"current\" type=\"password\" autocomplete=\"current-password\" autofocus")
                + FormPage.field("New password", "name=\"password\" \(new)")
                + FormPage.field("The same again", "name=\"again\" \(new)")
                + FormPage.choice("Keep my other sessions", name: "keep-sessions")
                + FormPage.choice("Keep my keys", name: "keep-keys"))
    }

    func admit(_ request: HTTPRequest, _ fields: SignInFields, _ exchange: HTTPExchange) throws(Problem) {
        guard let cookies = context.authentication?.cookies(for: request) else { throw .insecure }
        let (link, network) = (fields["link"] ?? "", network(of: request))
        answer(exchange, isForm: fields.isForm, at: "/-/sign-in", on: Self.page(toAdmit: link)) {
            [authenticator] () async throws(SignInError) in
            let browser = try await authenticator.admitBrowser(link, from: network)
            return [cookies.header(cookies.browser, browser, for: .seconds(365 * 86_400))]
        }
    }

    static func page(toAdmit link: String) -> FormPage {
        FormPage(
            title: "Use this browser", action: "/-/browser", button: "Use this browser",
            text: "The link of your administrator lets you sign in from this browser. It works once.",
            fields: "<input type=\"hidden\" name=\"link\" value=\"\(link.escaped)\">")
    }
}

extension SignInFields {
    /// Whether a box is checked.
    func isOn(_ name: String) -> Bool { ["on", "1", "true"].contains(self[name]) }
}
