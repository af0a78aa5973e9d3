import HTTPServer

/// A page with one form, which needs no script: to sign in, or about the account of a person.
struct FormPage {
    let title: String
    /// The path of the form.
    var action = ""
    /// The text of the button; `nil` for a page without a form.
    var button: String?
    /// What the form does, or why there is none, as sentences.
    var text = ""
    /// The fields of the form, as HTML.
    var fields = ""
    /// Why the last attempt failed, as a sentence.
    var fault: String?
    /// What follows the form, as HTML.
    var links = "<p><a href=\"/\">Back</a></p>"

    /// A field with a label. `attributes` are those of the input, as HTML.
    static func field(_ label: String, _ attributes: String) -> String {
        "<label>\(label) <input \(attributes) required></label>"
    }

    /// A field that can be chosen.
    static func choice(_ label: String, name: String) -> String {
        "<label class=\"line\"><input type=\"checkbox\" name=\"\(name)\"> \(label)</label>"
    }

    /// One of several choices. `attributes` are those of the input, as HTML.
    static func option(_ label: String, _ attributes: String) -> String {
        "<label class=\"line\"><input type=\"radio\" \(attributes)> \(label)</label>"
    }

    /// The page as a response.
    func response(status: Int = 200, headers: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
                        + "frame-ancestors 'none'"
                ),
                ("Vary", "Accept, Cookie, Origin"),
            ] + headers, body: .bytes(Array(html.utf8)))
    }

    private var html: String {
        let alert = fault.map { "<p role=\"alert\">\($0.escaped)</p>" } ?? ""
        let form = button.map { button in
            "<form method=\"post\" action=\"\(action)\">\(fields)\n<button>\(button.escaped)</button></form>"
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title.escaped)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
            <style>\(Self.style)</style></head><body><main><h1>\(title.escaped)</h1>\(alert)
            \(text.isEmpty ? "" : "<p>\(text.escaped)</p>")\(form ?? "")\(links)</main></body></html>

            """
    }

    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
        main{max-width:24rem;margin:15vh auto;padding:0 1rem}label{display:block;margin:0 0 1rem}
        input:not([type=checkbox],[type=radio]){display:block;box-sizing:border-box;width:100%}
        input:not([type=checkbox],[type=radio]){font:inherit;padding:.5rem}
        svg{display:block;width:14rem;margin:0 auto 1rem}code,pre{font:1rem/1.6 ui-monospace,monospace}
        button{font:inherit;padding:.5rem 1rem}[role=alert]{border-left:4px solid #c00;padding-left:.75rem}
        """
}

extension String {
    /// The text with the characters escaped that mean something in HTML.
    package var escaped: String {
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
