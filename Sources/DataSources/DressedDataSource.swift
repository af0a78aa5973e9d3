import Loop

/// Another list whose sections say something else beside their rows.
@SceneActor public final class DressedDataSource<Item>: WrappingDataSource {
    /// The list within.
    public let base: any DataSource<Item>
    private let dress: (inout Section) -> Void

    /// The list `base` with what `dress` makes of each section.
    public init(_ base: any DataSource<Item>, _ dress: @escaping (inout Section) -> Void) {
        self.base = base
        self.dress = dress
    }

    /// What was made of the section within.
    public func section(at number: Int) -> Section {
        var section = base.section(at: number)
        dress(&section)
        return section
    }
}

extension DataSource {
    /// The same list with what `dress` makes of each section: the rows of a table as a grid, say.
    ///
    ///     songs.sections { $0.layout = Layout(.grid, columns: 6) }
    public func sections(_ dress: @escaping (inout Section) -> Void) -> DressedDataSource<Item> {
        DressedDataSource(self, dress)
    }
}
