import Loop

/// A view model that hands the receipts of its commands to where they are remembered, and so can be asked what came of one
/// without it being run: see ``Receipt/isQuestion``.
@SceneActor package protocol Remembering: ViewModel {
    /// The route of what the commands change, whichever screen offers them: keys belong to that.
    var commandRoute: String { get }
    /// A call as it would be sent to ``commandRoute``: with its row beside the arguments.
    func addressed(_ invocation: Invocation) -> Invocation
}
