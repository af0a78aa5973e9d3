import Changes
import Loop
import Observables

/// A list for each key in a list of keys, in the order of the keys: as rows of one section, or with sections of its
/// own.
///
///     let list = GroupedDataSource(by: teams, as: .rows) { id in players.ofTeam(id) }
///     let sections = GroupedDataSource(by: teams, as: .sections) { id, team in players.ofTeam(id, under: team.name) }
///
/// The keys are the rows of `keys`. A list is created when its key is inserted, and released when its key is deleted.
/// All changes of the keys and the lists in one turn of the event loop are reported as one change set at its end; until
/// then this list stays unchanged. O(rows) for a turn with changes.
@SceneActor public final class GroupedDataSource<Key, Item>: WrappingDataSource {
    private let keys: any DataSource<Key>
    private let makeChild: (String, () -> Key?) -> (any DataSource<Item>)?
    private let stack: StackedDataSource<Item>
    private let coalesced: CoalescedDataSource<Item>
    private var children: [ExactName: ListChild<Item>] = [:]
    private var observation: Subscription?
    private var isDisplayed = false
    /// Whether lists wait for the items of their keys.
    private var awaitsValues = false

    /// Creates a list of the lists of these keys. `child` creates a key's list from the key's id, once while the key
    /// exists.
    ///
    /// As rows, they are in the section of `keys`.
    public convenience init(
        by keys: any DataSource<Key>, as stacking: Stacking, child: @escaping (String) -> any DataSource<Item>
    ) {
        self.init(by: keys, as: stacking, making: { id, _ in child(id) })
    }

    /// Creates a list of the lists of these keys. `child` creates a key's list from the key's id and item, once while
    /// the key exists, when the item has been read.
    public convenience init(
        by keys: any DataSource<Key>, as stacking: Stacking, child: @escaping (String, Key) -> any DataSource<Item>
    ) {
        self.init(by: keys, as: stacking, making: { id, item in item().map { child(id, $0) } })
    }

    private init(
        by keys: any DataSource<Key>, as stacking: Stacking,
        making makeChild: @escaping (String, () -> Key?) -> (any DataSource<Item>)?
    ) {
        self.keys = keys
        self.makeChild = makeChild
        stack = StackedDataSource(stacking, header: firstSection(of: keys))
        coalesced = CoalescedDataSource(stack)
        observation = keys.observe { [weak self] in self?.receive($0) }
        arrange()
    }

    /// The list at the end of the last turn.
    public var base: any DataSource<Item> { coalesced }
    /// Returns whether no known change of the keys or the lists is pending.
    public func checkIsCurrent() -> Bool { keys.checkIsCurrent() && coalesced.checkIsCurrent() }
    /// When the oldest read of keys and lists began.
    public var readAt: ContinuousClock.Instant? {
        guard let keys = keys.readAt, let lists = coalesced.readAt else { return nil }
        return min(keys, lists)
    }

    /// Sets the displayed rows; while there are any, all keys are displayed.
    public func display(_ ranges: [Range<Int>]) {
        isDisplayed = !ranges.isEmpty
        displayKeys()
        coalesced.display(ranges)
    }

    /// Passes the editing mode to keys and lists. Does nothing if it is the same.
    public func setEditing(_ isEditing: Bool) {
        guard isEditing != stack.isEditing else { return }
        keys.setEditing(isEditing)
        coalesced.setEditing(isEditing)
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .changed, .loaded: arrange()
        case .refreshed: stack.observers.notify(.refreshed)
        case .failed(let problem): stack.ownProblem = problem
        }
    }

    private func arrange() {
        guard keys.isLoaded else { return }
        let old = children
        children = [:]
        awaitsValues = false
        let ordered = (0..<keys.totalRowCount).compactMap { position -> ListChild<Item>? in
            let path = keys.path(at: position)
            let key = keys.id(at: path)
            guard children[ExactName(key)] == nil else { return nil }  // of keys with equal ids, the first counts
            let child = old[ExactName(key)] ?? makeChild(key) { keys.item(at: path) }.map { ListChild(key, $0) }
            children[ExactName(key)] = child
            if child == nil { awaitsValues = true }
            return child
        }
        if stack.isLoaded || !awaitsValues { stack.setChildren(ordered) }
        displayKeys()
    }

    private func displayKeys() {
        keys.display(isDisplayed || awaitsValues ? [0..<max(1, keys.totalRowCount)] : [])
    }
}
