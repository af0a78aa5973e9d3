import DataSources
import Loop

/// The lists that have to keep the promises of a data source, and compositions of them, up to three deep.
enum Kind: String, CaseIterable, Sendable {
    case array, mutableArray, snapshot, fetched, insert, mapped, dressed
    case multiSection, multiRow, editRows, editSections, groupedRows, groupedSections
    case multiSectionOfMultiRowOfArrays, multiRowOfEditOfFetched, editOfGroupedOfArrays, groupedOfEditOfArrays
    case multiSectionOfGroupedSectionsOfSnapshots, groupedOfMultiRowOfMapped, editOfMultiSectionOfGrouped

    @SceneActor func make(_ subjects: Subjects) -> Subject {
        single(subjects) ?? composed(subjects) ?? deep(subjects)
    }

    @SceneActor private func single(_ make: Subjects) -> Subject? {
        switch self {
        case .array: make.array()
        case .mutableArray: make.mutableArray()
        case .snapshot: make.snapshot()
        case .fetched: make.fetched()
        case .insert: make.insert()
        case .mapped: make.mapped(make.mutableArray())
        case .dressed: make.dressed(make.snapshot())
        default: nil
        }
    }

    @SceneActor private func composed(_ make: Subjects) -> Subject? {
        switch self {
        case .multiSection: make.multiSection { make.dice.roll(2) == 0 ? make.snapshot(sections: 3) : make.fetched() }
        case .multiRow: make.multiRow { make.dice.roll(2) == 0 ? make.snapshot() : make.fetched() }
        case .editRows: make.edit(make.snapshot(sections: 1), as: .rows)
        case .editSections: make.edit(make.snapshot(), as: .sections)
        case .groupedRows: make.grouped(as: .rows) { make.mutableArray() }
        case .groupedSections: make.grouped(as: .sections) { make.fetched() }
        default: nil
        }
    }

    @SceneActor private func deep(_ make: Subjects) -> Subject {
        switch self {
        case .multiSectionOfMultiRowOfArrays: make.multiSection { make.multiRow { make.mutableArray() } }
        case .multiRowOfEditOfFetched: make.multiRow { make.edit(make.fetched(), as: .rows) }
        case .editOfGroupedOfArrays: make.edit(make.grouped(as: .rows) { make.array() }, as: .sections)
        case .groupedOfEditOfArrays: make.grouped(as: .rows) { make.edit(make.array(), as: .rows) }
        case .multiSectionOfGroupedSectionsOfSnapshots:
            make.multiSection { make.grouped(as: .sections) { make.snapshot(sections: 2) } }
        case .groupedOfMultiRowOfMapped: make.grouped(as: .sections) { make.multiRow { make.mapped(make.array()) } }
        default: make.edit(make.multiSection { make.grouped(as: .rows) { make.array() } }, as: .sections)
        }
    }
}
