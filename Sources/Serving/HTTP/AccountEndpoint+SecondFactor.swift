import HTTPServer
import JSON
import Loop
import QRCodes
import Scenes
import ViewModels

// A person's own second factor.

extension AccountEndpoint {
    /// Responds with the second factor, as a form or as JSON.
    func showSecondFactor(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let isJSON = request.pageOrJSON == .json
        let identity = try person(of: request)
        guard isJSON || authenticator.changesPasswords else { return exchange.respond(Self.elsewhere(Self.title)) }
        try requirePassword(request)
        let server = Self.name(of: request)
        Task { @SceneActor in
            do throws(SignInError) {
                let state = try await authenticator.secondFactor(of: identity, server: server, secret: nil)
                exchange.respond(isJSON ? Self.json(state.members) : Self.page(state).response())
            } catch {
                respond(Problem(error), on: isJSON ? nil : Self.withoutPassword, exchange)
            }
        }
    }

    /// Changes the second factor: adds one with the member `secret`, removes it with `remove`, and otherwise makes new
    /// recovery codes.
    func changeSecondFactor(
        _ request: HTTPRequest, _ fields: SignInFields, _ exchange: HTTPExchange
    ) throws(Problem) {
        let identity = try person(of: request)
        try requirePassword(request)
        let (secret, server) = (fields["secret"], Self.name(of: request))
        let kind: SecondFactorChange.Kind =
            if let secret { .add(secret: secret) } else if fields.isOn("remove") { .remove } else {
                .renewRecoveryCodes
            }
        var change = SecondFactorChange(kind, password: fields["password"] ?? "", code: fields["code"] ?? "")
        change.network = network(of: request)
        Task { @SceneActor [change, isForm = fields.isForm] in
            do throws(SignInError) {
                let codes = try await authenticator.changeSecondFactor(change, of: identity)
                let body: JSONObject = ["recoveryCodes": .array(codes.map { .string($0) })]
                exchange.respond(isForm ? Self.page(newCodes: codes).response() : Self.json(body))
            } catch {
                // The page has the same secret again, because the app has it already.
                let state =
                    isForm ? try? await authenticator.secondFactor(of: identity, server: server, secret: secret) : nil
                respond(Problem(error), on: isForm ? state.map(Self.page) ?? Self.withoutPassword : nil, exchange)
            }
        }
    }

    /// Throws if passwords are kept elsewhere, or if the connection does not keep them secret.
    private func requirePassword(_ request: HTTPRequest) throws(Problem) {
        guard authenticator.changesPasswords else { throw .passwordElsewhere }
        guard context.authentication?.cookies(for: request) != nil else { throw .insecure }
    }

    /// The name of the server in an authenticator app: the host of the address that the person uses.
    private static func name(of request: HTTPRequest) -> String {
        "Oriel at \(request.header("Host")?.prefix(200) ?? "this machine")"
    }

    private static func json(_ members: JSONObject) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")],
            body: .bytes(JSON.object(members).bytes))
    }
}

// The pages.

extension AccountEndpoint {
    private static let title = "Second factor"
    private static let withoutPassword = FormPage(title: title)

    private static func page(_ state: SecondFactorState) -> FormPage {
        switch state {
        case .missing(let secret, let address):
            return FormPage(
                title: title, action: "/-/second-factor", button: "Add the second factor",
                text: "With a second factor, nobody can sign in with your password alone. Read this code with an "
                    + "authenticator app on your telephone, or type the key into the app. Then enter the code that "
                    + "the app shows.",
                fields: (QRCode(address)?.svg(title: "The key as a QR code") ?? "")
                    + "<p>Key: <code>\(grouped(secret))</code></p>"
                    + "<input type=\"hidden\" name=\"secret\" value=\"\(secret.escaped)\">"
                    + proof(codeLabel: "Code of the app", mode: "inputmode=\"numeric\""))
        case .present(let count):
            let left = count == 1 ? "1 recovery code is" : "\(count) recovery codes are"
            return FormPage(
                title: title, action: "/-/second-factor", button: "Continue",
                text: "A code of your authenticator app is asked for beside your password. \(left) left.",
                fields: FormPage.option("Make new recovery codes", "name=\"remove\" value=\"0\" checked")
                    + FormPage.option("Remove the second factor", "name=\"remove\" value=\"1\"")
                    + proof(codeLabel: "Code of the app, or a recovery code", mode: ""))
        }
    }

    /// The fields with which a person proves to be the person.
    private static func proof(codeLabel: String, mode: String) -> String {
        FormPage.field("Present password", "name=\"password\" type=\"password\" autocomplete=\"current-password\"")
            + FormPage.field(
                codeLabel,
                "name=\"code\" autocomplete=\"one-time-code\" autocapitalize=\"none\" spellcheck=\"false\" \(mode)")
    }

    private static func page(newCodes codes: [String]) -> FormPage {
        guard !codes.isEmpty else {
            return FormPage(title: title, text: "The second factor is removed. Your password suffices now.")
        }
        return FormPage(
            title: "Your recovery codes",
            text: "Keep these codes where you find them without your telephone. Each takes the place of the app once. "
                + "They are not shown again.",
            links: "<pre>\(codes.joined(separator: "\n").escaped)</pre><p><a href=\"/\">I have kept them</a></p>")
    }

    /// A secret in groups of four letters, which are easier to type.
    private static func grouped(_ secret: String) -> String {
        stride(from: 0, to: secret.count, by: 4).map { String(secret.dropFirst($0).prefix(4)) }
            .joined(separator: " ").escaped
    }
}

extension SecondFactorState {
    /// The state as JSON: `hasSecondFactor`, and `recoveryCodes`, how many are left, or `secret` and `address` to add
    /// one.
    fileprivate var members: JSONObject {
        switch self {
        case .missing(let secret, let address):
            ["hasSecondFactor": false, "secret": .string(secret), "address": .string(address)]
        case .present(let count): ["hasSecondFactor": true, "recoveryCodes": .int(Int64(count))]
        }
    }
}
