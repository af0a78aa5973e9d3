import Oriel

/// The sign-in screen of the forge. It validates its inputs before it calls the service.
@SceneActor final class LoginViewModel: FormViewModel {
    @Input(.mail(name: 6, domain: 5)) var mail = ""
    @Input(isSecret: true, .length(6...)) var password = ""
    private let forge: Forge
    private let workbench: Workbench
    private let visitor: Visitor

    init(_ forge: Forge, _ workbench: Workbench, _ visitor: Visitor) {
        self.forge = forge
        self.workbench = workbench
        self.visitor = visitor
        super.init(title: "Sign in")
        commands = [
            Command("sign-in", title: "Sign in") { [unowned self] call in call.navigation = await signIn() }
        ]
    }

    override var submitCommand: String { "sign-in" }

    private func signIn() async -> Navigation? {
        if let failure = await validate().first {
            await alert("Not yet", message: "\(failure)", focus: failure.field)
            return nil
        }
        do {
            try await forge.signIn(mail: mail, password: password)
            visitor.notes["mail"] = .string(mail)
            return workbench.afterSigningIn
        } catch {
            await alert("That did not work", message: "\(error)")
            return nil
        }
    }
}
