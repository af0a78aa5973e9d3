import Changes

/// An event of a list.
public enum ListEvent: Sendable {
    /// The first answer has arrived, or rows requested by ``FetchedResults/display(_:)``: no row has moved.
    case loaded
    /// The list has changed by this change set, all at once. Content changes name displayed rows only.
    case changed(ChangeSet)
    /// A read of the models has ended, and the list shows its result. A change it caused was sent before as
    /// ``changed(_:)``.
    case refreshed
    /// The list cannot be read now (`nil`: it can again). The known rows stay.
    case failed(ListProblem?)
}
