import JSON
import Loop

/// The visitor of a personal screen, with the notes of the app about the visitor, such as the signed-in user.
///
///     personal("/orders") { _, visitor in
///         guard let user = visitor.notes["user"]?.intValue else { return SignInViewModel(visitor) }
///         return OrdersViewModel(of: user)
///     }
///     …
///     visitor.notes = ["user": .int(user)]  // re-creates the screens that depend on the notes
///
/// The notes are part of the visitor's session. All transports share them, and they last as long as the session. With a
/// `sessionFile` they survive a restart. No client sees or sets them.
@SceneActor public struct Visitor {
    let session: Session

    /// The app's notes about the visitor. Setting them re-creates the screens that depend on them, at the end of the
    /// turn. Inputs of these screens are dropped, because they may be another user's.
    public var notes: JSONObject {
        get { session.notes }
        nonmutating set { session.notes = newValue }
    }
}
