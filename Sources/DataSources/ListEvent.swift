import Changes

/// What happened to a list.
public enum ListEvent: Sendable {
    /// The first answer is here, or rows that were asked for by ``FetchedResults/display(_:)``: nothing has moved.
    case loaded
    /// The list has changed, all at once, by this change set. Content changes name displayed rows only.
    case changed(ChangeSet)
    /// A look at the models has ended, and the list shows what was found; if that changed it, ``changed(_:)`` came before.
    case refreshed
    /// The list cannot be read at the moment (`nil`: it can again). What was known stays.
    case failed(ListProblem?)
}
