/// A kind of files that `oriel new` can write.
enum ScaffoldKind: Equatable {
    case app
    case auth
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
        switch name {
        case "app": self = .app
        case "auth": self = .auth
        default:
            guard let part = Part(rawValue: name) else { return nil }
            self = .part(part)
        }
    }

    /// The names of all kinds.
    static var names: [String] { ["app", "auth"] + Part.allCases.map(\.rawValue) }
}
