import JSON
import Loop

/// Whoever looks at a personal screen, as the app knows them: by what it has noted, such as who they have signed in as.
///
///     personal("/orders") { _, visitor in
///         guard let user = visitor.notes["user"]?.intValue else { return SignInViewModel(visitor) }
///         return OrdersViewModel(of: user)
///     }
///     …
///     visitor.notes = ["user": .int(user)]  // screens that go by the notes are made anew
///
/// The notes are in the visitor's session: they are known on every door, kept as long as the session is, and over a restart if
/// there is a `sessionFile`. No client sees or sets them.
@SceneActor public struct Visitor {
    let session: Session

    /// What the app has noted. Setting it has the visitor's screens that go by it asked for anew at the end of the turn, without
    /// what was typed in them: it was somebody else's.
    public var notes: JSONObject {
        get { session.notes }
        nonmutating set { session.notes = newValue }
    }
}
