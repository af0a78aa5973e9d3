import Changes
import DataSources
import JSON
import Loop
import Observables

/// What one row of a list shows and can do: a presenter of its own model, kept current while somebody sees the row.
///
///     final class TrackCell: CellViewModel {
///         let track: Track
///         @Output var plays = 0
///
///         init(_ track: Track) {
///             self.track = track
///             super.init(template: "track")
///             rights = [.delete]
///         }
///
///         override func updateOutputs() { (title, plays) = (track.name, track.plays) }
///         override func delete() async throws { try await track.delete() }
///     }
///
/// Outputs beside those declared here stand under `fields` in the cell.
@SceneActor open class CellViewModel: Presenter, EditableRow {
    /// How to draw it.
    public final let template: String
    /// What it says.
    @Output public final var title = ""
    /// What it says in smaller letters.
    @Output public final var subtitle: String? = nil
    /// The address of its image.
    @Output public final var image: String? = nil
    /// The route it leads to.
    @Output public final var href: String? = nil
    /// What may be done with it; nothing unless it says so.
    public final var rights: RowRights = [] { didSet { if rights != oldValue { didChange() } } }
    /// What else may be done with it.
    public final var actions: [RowAction] = [] { didSet { didChange() } }

    private let observers = Observers<Void>()
    private var viewerCount = 0

    /// A cell drawn by this template, with what it says until ``Presenter/updateOutputs()`` says something else: a row that
    /// shows a value needs no class of its own.
    ///
    ///     list.map { CellViewModel(title: $0.name, href: "/songs/\($0.id)") }
    public init(
        template: String = "cell", title: String = "", subtitle: String? = nil, image: String? = nil,
        href: String? = nil
    ) {
        self.template = template
        super.init()
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.href = href
    }

    /// Outputs that depend on where the row stands in a list, such as its number, instead of those of the same name; asked
    /// for each list that shows it.
    open func outputs(at path: IndexPath) -> JSONObject { [:] }

    /// Takes the row's model out of where it is. Called when ``rights`` allow it.
    open func delete() async throws { throw EditRefusal.notAllowed(.delete) }

    /// Puts a new model in. Called when ``rights`` allow it.
    open func insert() async throws { throw EditRefusal.notAllowed(.insert) }

    /// Gives the row's model another place, counted in the list that made the row. Called when ``rights`` allow it.
    open func move(to path: IndexPath) async throws { throw EditRefusal.notAllowed(.move) }

    /// Does what comes of a tap on the row. Called when ``rights`` allow it; a row that only leads elsewhere has an
    /// ``href``.
    open func select() async throws { throw EditRefusal.notAllowed(.select) }

    /// Does what is asked to the model; see ``delete()``, ``insert()``, ``move(to:)`` and ``select()``.
    public final func perform(_ edit: RowEdit) async throws {
        switch edit {
        case .delete: try await delete()
        case .insert: try await insert()
        case .move(let to): try await move(to: to)
        case .select: try await select()
        }
    }

    /// A list shows the row: its outputs are kept current until as many have said that they do not any more.
    final func appear() {
        viewerCount += 1
        if viewerCount == 1 { beginUpdates() }
    }

    /// The cell with its rights and actions as they are now, though nobody may see the row.
    final var updated: CellViewModel {
        if tracking == nil { updateOutputs() }
        return self
    }

    /// A list does not show the row any more.
    final func disappear() {
        viewerCount -= 1
        if viewerCount == 0 { endUpdates() }
    }

    final func observe(_ body: @escaping @SceneActor () -> Void) -> Subscription {
        observers.add { body() }
    }

    override func didChange() {
        observers.tell(())
    }

    /// The cell as viewers see it at this place of a list, which says what may be done with it there.
    final func cell(at path: IndexPath, with rights: RowRights) -> Cell {
        var fields = outputs
        for (name, value) in outputs(at: path) { fields[name] = value }
        let shown = fields
        for name in ["title", "subtitle", "image", "href"] { fields[name] = nil }
        return Cell(
            template: template, title: shown["title"]?.stringValue ?? "", subtitle: shown["subtitle"]?.stringValue,
            image: shown["image"]?.stringValue, href: shown["href"]?.stringValue, can: rights.names,
            actions: actions.map(\.json), fields: fields)
    }
}
