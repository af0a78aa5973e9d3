import Changes
import DataSources
import JSON
import Loop
import ViewModels
import Wire

extension View {
    /// Follows the rows through a change set.
    func follow(_ map: PathMap) {
        rows = rows.compactMap { map.unmoved($0) }
        changedRows = nil
    }

    /// Notes that rows show something else, and that none has another place.
    func note(changed paths: [IndexPath]) {
        changedRows?.append(contentsOf: paths)
    }

    /// Anything of the list may be different.
    func noteAnyChange() {
        changedRows = nil
    }

    /// Another list is shown: its rows stand elsewhere.
    func forgetRows() {
        rows = []
        changedRows = nil
    }

    /// Nobody watches: what has changed is seen when somebody does.
    func skip() {
        isStale = true
        changedRows = nil
    }

    /// Puts the window where it belongs: at its anchor, at its first row that is still there, and within the list.
    func place() {
        guard let list = screen.viewModel.list, list.isLoaded, list.isCounted else { return }
        if let anchor {
            window.start = list.position(of: anchor) ?? 0
            self.anchor = nil
        } else if window.start > 0, let first = rows.first {
            window.start = list.position(of: first)
        }
        window = window.fitted(to: list.totalRowCount)
    }

    /// Makes the document of this turn, unless a row of it is still being read, and tells everyone what changed.
    func flush() {
        isStale = true
        let start = ContinuousClock.now
        if anchor != nil, screen.viewModel.list?.isCounted == false { return }  // nobody can tell yet where it begins
        let whole = changedRendering ?? screen.render(window, loaded: true)
        isStale = whole == nil
        changedRows = isStale ? nil : []
        guard let rendering = whole ?? lastKnown else { return }
        rows = rendering.rows
        let document = rendering.document
        let digest = document.digest
        guard let old = state else {
            state = ViewState(document: document, digest: digest, begun: start)
            return
        }
        guard digest != old.digest, let patch = document.patch(from: old.document) else { return }
        state = ViewState(document: document, digest: digest, begun: start)
        history.append(from: old.digest, patch: patch)
        let update = Update(from: old, to: digest, patch: patch)
        for observer in observers { observer.viewDidUpdate(update) }
    }

    /// The last state with the rows that have changed, if that is all there is to do.
    private var changedRendering: Rendering? {
        guard let changedRows, let state else { return nil }
        return screen.document(after: state.document, through: window, changing: changedRows).map {
            Rendering(document: $0, rows: rows)
        }
    }

    /// What was seen last, with what is wrong now, when rows cannot be read.
    private var lastKnown: Rendering? {
        guard screen.viewModel.problem != nil, let state else { return nil }
        return Rendering(document: screen.document(with: state.document.list), rows: rows)
    }
}
