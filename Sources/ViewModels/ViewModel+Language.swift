import JSON
import Loop

extension ViewModel {
    /// The language of the screen, one of the languages of ``AppCoordinator/texts``; empty if the app has none. All
    /// viewers of a screen have the same.
    public final var language: String { ofScreen?.tag ?? "" }

    private final var ofScreen: Language? { languageOfScreen ?? parent?.ofScreen }

    /// Returns the text of a title that names one, in the language of the screen; the title itself otherwise.
    final func translated(_ title: String) -> String {
        ofScreen.map { $0.texts(title, in: $0.tag) } ?? title
    }

    /// Returns descriptions of inputs or arguments with their titles, and those of their choices, in the language of
    /// the screen.
    package final func translated(_ arguments: JSONObject) -> JSONObject {
        guard ofScreen != nil else { return arguments }
        return JSONObject(arguments.map { ($0.name, translated($0.value)) })
    }

    private final func translated(_ description: JSON) -> JSON {
        guard var parts = description.objectValue else { return description }
        if let title = parts["title"]?.stringValue { parts["title"] = .string(translated(title)) }
        if let choices = parts["choices"]?.arrayValue { parts["choices"] = .array(choices.map(translated)) }
        return .object(parts)
    }

    /// The values that a client may send for each input, by name: the member `accepts` of a document (protocol, section
    /// 8).
    package final var accepts: JSONObject {
        translated(JSONObject(inputFields.map { name, field in (name, .object(field.argument)) }))
    }

    /// The titles of the outputs that have one, by name: the member `titles` of a document.
    package final var titles: JSONObject {
        JSONObject(outputTitles.map { ($0.name, .string(translated($0.title))) })
    }
}
