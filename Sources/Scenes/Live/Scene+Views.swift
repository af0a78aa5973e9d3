import DataSources
import Loop
import ViewModels
import Wire

extension Scene {
    /// How many views that nobody watches are kept.
    private static let idleLimit = 32

    /// The view through this window; it is made if nobody holds that window now.
    package func view(at place: ClientMessage.Place, count: Int) -> View {
        var window = Window(start: 0, count: count)
        var anchor: String?
        switch place {
        case .start(let start): window.start = start
        case .anchor(let row): anchor = row
        }
        if let list = viewModel.list, list.isLoaded, list.isCounted {
            var fitted = window
            if let row = anchor { fitted.start = list.position(of: row) ?? 0 }
            fitted = fitted.fitted(to: list.totalRowCount)
            // In a list that has changed meanwhile the view places itself, when that is known. Asking looks for a commit.
            if anchor != nil || fitted != window, list.isCurrent { (window, anchor) = (fitted, nil) }
        }
        if let view = views.first(where: { $0.window == window && $0.anchor == anchor }) {
            view.noteIdle()
            return view
        }
        dropIdleViews()
        let view = View(of: screen, through: window, anchor: anchor, after: states) { [weak self] in
            self?.setNeedsFlush()
        }
        views.append(view)
        return view
    }

    /// Makes room for another view: the one goes that was idle for longest.
    private func dropIdleViews() {
        let idle = views.filter { !$0.isWatched }
        guard idle.count >= Self.idleLimit else { return }
        let oldest = idle.min { ($0.idleSince ?? .now) < ($1.idleSince ?? .now) }
        views.removeAll { $0 === oldest }
    }
}
