import HTTPServer
import Loop
import Scenes

/// The page with the form to sign in, which needs no script.
struct SignInPage {
    /// The path to show after the sign-in.
    let next: String
    /// The name in the form.
    var name: String?
    /// The token of the link with which the first administrator is created; `nil` to sign in.
    var link: String?
    /// Whether "Stay signed in" is checked.
    var stays = false
    /// Whether the page asks for the code of the second step.
    var asksForCode = false
    /// The services at which people can sign in instead.
    var services: [LoginServiceLink] = []
    /// Why the last attempt failed, as a sentence.
    var fault: String?

    /// The page in the place of the form over plain http to another machine, before a password is sent.
    @SceneActor static var insecure: HTTPResponse { insecurePage.response(status: Problem.insecure.status) }

    private static let insecurePage = FormPage(
        title: "https is needed",
        text: "Over plain http, others could read your password on its way. Open this server by its https address. "
            + "If there is none, its administrator has to put a proxy with TLS before the server.",
        links: "")

    /// The page as a response.
    func response(status: Int, headers: [(String, String)] = []) -> HTTPResponse {
        let needed = status == 401 ? Problem.signIn().headers : []
        let known = Set(headers.map(\.0))
        let title = asksForCode ? "Enter the code" : link == nil ? "Sign in" : "Create the administrator"
        let target = "<input type=\"hidden\" name=\"next\" value=\"\(next.escaped)\">"
        return FormPage(
            title: title, action: "/-/sign-in", button: link == nil ? "Sign in" : title,
            fields: target + (asksForCode ? Self.code : password), fault: fault, links: links
        ).response(status: status, headers: headers + needed.filter { !known.contains($0.0) })
    }

    /// The links to the services.
    private var links: String {
        guard link == nil, !asksForCode else { return "" }
        return services.map { service in
            let target = "\(Route(["-", "sign-in", service.name], [.init("next", next)]))"
            return "<p><a href=\"\(target.escaped)\">\(service.title.escaped)</a></p>"
        }.joined()
    }

    /// The fields of the first step.
    private var password: String {
        let hidden = link.map { "<input type=\"hidden\" name=\"set-up\" value=\"\($0.escaped)\">" } ?? ""
        let stay =
            "<label class=\"line\"><input type=\"checkbox\" name=\"stay\"\(stays ? " checked" : "")> "
            + "Stay signed in</label>"
        return """
            \(hidden)<label>Name <input name="name" value="\((name ?? "").escaped)" autocomplete="username" required
            autocapitalize="none" spellcheck="false" \(name == nil ? "autofocus" : "")></label>
            <label>Password <input name="password" type="password" required
            autocomplete="\(link == nil ? "current-password" : "new-password")"
            \(name == nil ? "" : "autofocus")></label>
            \(link == nil ? stay : "<p>At least 12 bytes, and none of the common passwords.</p>")
            """
    }

    /// The field of the second step.
    private static let code = """
        <label>Code of your authenticator app, or a recovery code
        <input name="code" autocomplete="one-time-code" required autocapitalize="none" spellcheck="false"
        autofocus></label>
        """
}
