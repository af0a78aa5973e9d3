import HTTPServer
import Loop
import Scenes

// A person's own password, and links for new browsers.

extension AccountEndpoint {
    func changePassword(
        _ request: HTTPRequest, _ fields: SignInFields, _ exchange: HTTPExchange
    ) throws(Problem) {
        let identity = try person(of: request)
        guard let cookies = context.authentication?.cookies(for: request) else { throw .insecure }
        let jar = Cookies(request.header("Cookie"))
        var change = PasswordChange(current: fields["current"] ?? "", new: fields["password"] ?? "")
        change.keepsSessions = fields.isOn("keep-sessions")
        change.keepsKeys = fields.isOn("keep-keys")
        (change.browser, change.session) = (jar[cookies.browser], jar[cookies.session])
        (change.network, change.agent) = (network(of: request), request.header("User-Agent") ?? "")
        let isRepeated = fields["again"].map { $0 == change.new } ?? true
        answer(exchange, isForm: fields.isForm, at: "/", on: Self.page(toChangePasswordOf: identity)) {
            [authenticator, change] () async throws(SignInError) in
            guard isRepeated else { throw .invalid(field: "again", reason: "The new passwords differ.") }
            let found = try await authenticator.changePassword(change, of: identity)
            return [
                cookies.header(cookies.session, found.token, for: found.lifetime),
                cookies.header(cookies.browser, found.browser, for: .seconds(365 * 86_400)),
            ]
        }
    }

    /// Returns the identity of a person with a session.
    func person(of request: HTTPRequest) throws(Problem) -> Identity {
        guard let identity = request.identity else { throw .signIn() }
        guard !identity.isLooking else { throw .looking }
        guard identity.way == .session else {
            throw Problem(status: 403, code: "forbidden", message: "Only a person's session may change the password.")
        }
        return identity
    }

    static func page(toChangePasswordOf identity: Identity) -> AccountPage {
        let new = "type=\"password\" autocomplete=\"new-password\" minlength=\"12\""
        return AccountPage(
            title: "Change the password", action: "/-/password", button: "Change",
            text: "Your other sessions and your keys end. A password has at least 12 bytes, and is no common one.",
            fields: AccountPage.field(
                "Present password", "name=\"current\" type=\"password\" autocomplete=\"current-password\" autofocus")
                + AccountPage.field("New password", "name=\"password\" \(new)")
                + AccountPage.field("The same again", "name=\"again\" \(new)")
                + AccountPage.choice("Keep my other sessions", name: "keep-sessions")
                + AccountPage.choice("Keep my keys", name: "keep-keys"))
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

    static func page(toAdmit link: String) -> AccountPage {
        AccountPage(
            title: "Use this browser", action: "/-/browser", button: "Use this browser",
            text: "The link of your administrator lets you sign in from this browser. It works once.",
            fields: "<input type=\"hidden\" name=\"link\" value=\"\(AccountPage.escaped(link))\">")
    }
}

extension SignInFields {
    /// Whether a box is checked.
    fileprivate func isOn(_ name: String) -> Bool { ["on", "1", "true"].contains(self[name]) }
}
