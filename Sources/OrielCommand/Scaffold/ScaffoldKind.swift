/// A kind of files that `oriel new` can write.
enum ScaffoldKind: Equatable {
    case app
    case part(Part)

    /// A part of an app.
    enum Part: String, CaseIterable {
        case screen, cell, section, form

        /// The template of the part.
        var template: any PartTemplate.Type {
            switch self {
            case .screen: ScreenTemplate.self
            case .cell: CellTemplate.self
            case .section: SectionTemplate.self
            case .form: FormTemplate.self
            }
        }
    }

    /// Creates the kind with this name.
    init?(_ name: String) {
        if name == "app" {
            self = .app
        } else if let part = Part(rawValue: name) {
            self = .part(part)
        } else {
            return nil
        }
    }

    /// The names of all kinds.
    static var names: [String] { ["app"] + Part.allCases.map(\.rawValue) }
}
