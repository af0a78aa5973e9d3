import Oriel

/// Who has signed in: the same in every tab of a visitor, the moment that it changes.
@SceneActor final class AccountViewModel: ViewModel {
    @Output var mail = "Nobody has signed in."

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
