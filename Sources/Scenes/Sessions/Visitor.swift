import JSON
import Loop
import ViewModels

/// The visitor of a personal screen: who has signed in, and the notes of the app about the visitor.
///
///     personal("/orders") { _, visitor in OrdersViewModel(of: visitor.principal.id) }
///
/// An app with a sign-in of its own keeps the user in the notes:
///
///     personal("/orders") { _, visitor in
///         guard let user = visitor.notes["user"]?.intValue else { return SignInViewModel(visitor) }
///         return OrdersViewModel(of: user)
///     }
///     …
///     visitor.notes = ["user": .int(user)]  // re-creates the screens that depend on the notes
///
/// An app that has people signs them in with ``signIn(as:to:staying:)``.
///
/// The notes are part of the visitor's session. All transports share them, and they last as long as the session. With a
/// `sessionFile` they survive a restart. No client sees or sets them.
@SceneActor public struct Visitor {
    /// Who has signed in; ``Principal/nobody`` without sign-in.
    public let principal: Principal
    let session: Session
    /// Knows who may sign in, if anybody may.
    var authenticator: (any Authenticator)?
    /// The id of the browser with which a person has signed in here; `nil` for others, such as clients with a key.
    package var browser: String? {
        session.id.hasPrefix(Session.browserPrefix) ? String(session.id.dropFirst(Session.browserPrefix.count)) : nil
    }

    /// The app's notes about the visitor. Setting them re-creates the screens that depend on them, at the end of the
    /// turn. Inputs of these screens are dropped, because they may be another user's.
    public var notes: JSONObject {
        get { session.notes }
        nonmutating set { session.notes = newValue }
    }
}
