import Loop

/// Another list with changed section properties.
@SceneActor public final class DressedDataSource<Item>: WrappingDataSource {
    /// The inner list.
    public let base: any DataSource<Item>
    private let dress: (inout Section) -> Void

    /// Creates a list with the rows of `base` whose sections `dress` changes.
    public init(_ base: any DataSource<Item>, _ dress: @escaping (inout Section) -> Void) {
        self.base = base
        self.dress = dress
    }

    /// The inner section, changed by `dress`.
    public func section(at number: Int) -> Section {
        var section = base.section(at: number)
        dress(&section)
        return section
    }
}

extension DataSource {
    /// Returns the same list with sections changed by `dress`, for example to show the rows of a table as a grid.
    ///
    ///     songs.sections { $0.layout = Layout(.grid, columns: 6) }
    public func sections(_ dress: @escaping (inout Section) -> Void) -> DressedDataSource<Item> {
        DressedDataSource(self, dress)
    }
}
