import JSON
import Loop

extension ViewModel {
    /// The language of the screen, one of the languages of ``AppCoordinator/texts``; empty if the app has none. All
    /// viewers of a screen have the same.
    public final var language: String { ofScreen?.tag ?? "" }

    private final var ofScreen: Language? { languageOfScreen ?? parent?.ofScreen }

    /// Returns the text of a title or message that names one, in the language of the screen; itself otherwise.
    final func translated(_ name: String) -> String { text(name) ?? name }

    private final func text(_ name: String) -> String? {
        ofScreen.flatMap { $0.texts.text(name, in: $0.tag) }
    }

    /// Returns the title of a field: its own, or the text of its name; `nil` for the words of the name.
    final func title(of name: String, _ field: Field) -> String? { field.title.map(translated) ?? text(name) }

    /// Returns descriptions of inputs or arguments with their titles, and those of their choices, in the language of
    /// the screen.
    package final func translated(_ arguments: JSONObject) -> JSONObject {
        guard ofScreen != nil else { return arguments }
        return JSONObject(arguments.map { ($0.name, translated($0.value)) })
    }

    private final func translated(_ description: JSON) -> JSON {
        guard ofScreen != nil, var parts = description.objectValue else { return description }
        if let title = parts["title"]?.stringValue { parts["title"] = .string(translated(title)) }
        if let choices = parts["choices"]?.arrayValue { parts["choices"] = .array(choices.map(translated)) }
        return .object(parts)
    }

    /// The values that a client may send for each input, by name: the member `accepts` of a document (protocol, section
    /// 8).
    package final var accepts: JSONObject {
        JSONObject(
            inputFields.map { name, field in
                var description = translated(.object(field.argument)).objectValue ?? [:]
                description["title"] = title(of: name, field).map(JSON.string)
                return (name, .object(description))
            })
    }

    /// The titles of the outputs that have one, by name: the member `titles` of a document.
    package final var titles: JSONObject {
        JSONObject(
            outputFields.compactMap { name, field in title(of: name, field).map { (name, .string($0)) } })
    }
}
