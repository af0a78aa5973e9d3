/// What can be written to begin with.
enum ScaffoldKind: Equatable {
    case app
    case part(Part)

    /// What an app is made of.
    enum Part: String, CaseIterable {
        case screen, cell, section, form

        /// Its text.
        var template: any PartTemplate.Type {
            switch self {
            case .screen: ScreenTemplate.self
            case .cell: CellTemplate.self
            case .section: SectionTemplate.self
            case .form: FormTemplate.self
            }
        }
    }

    /// The kind of this name.
    init?(_ name: String) {
        if name == "app" {
            self = .app
        } else if let part = Part(rawValue: name) {
            self = .part(part)
        } else {
            return nil
        }
    }

    /// The name of every kind.
    static var names: [String] { ["app"] + Part.allCases.map(\.rawValue) }
}
