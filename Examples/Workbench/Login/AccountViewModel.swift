import Oriel

/// The signed-in user, current in every tab of the session.
@SceneActor final class AccountViewModel: ViewModel {
    @Output var mail = "No user is signed in."

    init(_ visitor: Visitor) {
        let mail = visitor.notes["mail"]?.stringValue
        super.init(title: "Account")
        if let mail { self.mail = mail }
        commands = [
            mail == nil
                ? Command("sign-in", title: "Sign in") { $0.navigation = Navigation("/login") }
                : Command("sign-out", title: "Sign out") { _ in visitor.notes["mail"] = nil }
        ]
    }
}
