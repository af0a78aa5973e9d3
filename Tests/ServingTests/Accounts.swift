import JSON
import Loop
import Scenes
import ViewModels

/// The sign-in of a session.
@SceneActor final class SignInViewModel: FormViewModel {
    @Input var name = ""

    init(_ visitor: Visitor) {
        super.init(screen: "signIn", title: "Sign in")
        commands = [
            Command("sign-in", title: "Sign in") { [unowned self] _ in visitor.notes = ["name": .string(name)] }
        ]
    }
}

/// The screen of a signed-in user.
@SceneActor final class AccountViewModel: ViewModel {
    @Input var note = ""

    init(_ name: String, _ visitor: Visitor) {
        super.init(screen: "account", title: name)
        commands = [Command("sign-out", title: "Sign out") { _ in visitor.notes = [:] }]
    }
}

/// A screen with restricted access.
@SceneActor final class SafeViewModel: ViewModel {
    private let isOpen: Bool

    init(isOpen: Bool) {
        self.isOpen = isOpen
        super.init(screen: "safe", title: "Safe")
    }

    override func setUp() {
        if !isOpen { end("forbidden") }
    }
}
