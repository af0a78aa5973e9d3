import Loop

/// A view model that passes the receipts of its commands to the place that records them. It can therefore answer what a
/// command did without running it: see ``Receipt/isQuestion``.
@SceneActor package protocol Remembering: ViewModel {
    /// The route of the data that the commands change, the same for every screen that offers them. Keys belong to this
    /// route.
    var commandRoute: String { get }
    /// Returns a call in the form that ``commandRoute`` expects: with its row beside the arguments.
    func addressed(_ invocation: Invocation) -> Invocation
    /// Whether a command is one of the rows of the list, which are not among the commands of its document.
    func isOfRows(command: String) -> Bool
}

extension Remembering {
    /// Returns false: no command of rows by default.
    package func isOfRows(command: String) -> Bool { false }
}
