import DataSources
import Wire

/// What stands around the list of a screen: made once until the view model says that something else is shown.
struct DocumentFrame {
    let head: DocumentMembers
    let tail: DocumentMembers
    /// The index beside the list, which is in `tail`.
    let index: [ListIndex.Entry]
}
