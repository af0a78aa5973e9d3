import HTTPServer
import Scenes

/// The page with the form to sign in, which needs no script.
struct SignInPage {
    /// The path to show after the sign-in.
    let next: String
    /// The name in the form.
    var name: String?
    /// The token of the link with which the first administrator is created; `nil` to sign in.
    var link: String?
    /// Whether the page asks for the code of the second step.
    var asksForCode = false
    /// The services at which people can sign in instead.
    var services: [LoginServiceLink] = []
    /// Why the last attempt failed, as a sentence.
    var fault: String?

    /// The page as a response.
    func response(status: Int, headers: [(String, String)] = []) -> HTTPResponse {
        let needed = status == 401 ? Problem.signIn().headers : []
        let known = Set(headers.map(\.0))
        return HTTPResponse(
            status: status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
                        + "frame-ancestors 'none'"
                ),
                ("Vary", "Accept, Cookie, Origin"),
            ] + headers + needed.filter { !known.contains($0.0) },
            body: .bytes(Array(text.utf8)))
    }

    private var title: String {
        asksForCode ? "Enter the code" : link == nil ? "Sign in" : "Create the administrator"
    }

    private var text: String {
        let alert = fault.map { "<p role=\"alert\">\($0.escaped)</p>" } ?? ""
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
            <style>\(Self.style)</style></head><body><main><h1>\(title)</h1>\(alert)
            <form method="post" action="/-/sign-in"><input type="hidden" name="next" value="\(next.escaped)">
            \(asksForCode ? Self.code : password)
            <button>\(link == nil ? "Sign in" : title)</button></form>\(links)</main></body></html>

            """
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
        let stay = "<label class=\"line\"><input type=\"checkbox\" name=\"stay\"> Stay signed in</label>"
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

    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
        main{max-width:20rem;margin:15vh auto;padding:0 1rem}label{display:block;margin:0 0 1rem}
        input:not([type=checkbox]){display:block;box-sizing:border-box;width:100%;font:inherit;padding:.5rem}
        button{font:inherit;padding:.5rem 1rem}[role=alert]{border-left:4px solid #c00;padding-left:.75rem}
        """
}

extension String {
    /// The text with the characters escaped that mean something in HTML.
    fileprivate var escaped: String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
