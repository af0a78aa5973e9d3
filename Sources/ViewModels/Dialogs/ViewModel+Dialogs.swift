import JSON

extension ViewModel {
    /// Shows a dialog over the scene and waits for its answer. Dialogs asked while one is shown come after it; a chain is
    /// one call after another. A viewer answers with the command `dialog` and `{"dialog": ID, "action": "ID"}`, where a
    /// `null` action dismisses it.
    ///
    /// A scene with dialogs should be personal: whoever sees it may answer. A view model within another one asks there.
    ///
    /// - Returns: The id of the action chosen, or `nil` when the dialog was dismissed or nobody looks any more.
    public final func ask(_ dialog: Dialog) async -> String? {
        if let parent { return await parent.ask(dialog) }
        guard phase == .loading || phase == .loaded else { return nil }
        return await dialogs.ask(dialog)
    }

    /// Tells something that has to be known, such as an error.
    public final func alert(_ title: String, message: String? = nil, focus: String? = nil) async {
        _ = await ask(Dialog(.alert, title: title, message: message, focus: focus))
    }

    /// The dialog on display, as a document shows it; `null` when there is none.
    package final var dialogJSON: JSON { dialogs.json }

    final func answerDialog(_ arguments: JSONObject) throws(CommandFailure) -> CommandOutcome {
        guard let id = arguments["dialog"]?.intValue else {
            throw .invalid(
                message: "Say which dialog: {\"dialog\": 1, \"action\": \"ok\"}.",
                fields: ["dialog": (arguments["dialog"] ?? .null) == .null ? "is missing" : "has to be a number"])
        }
        let action = arguments["action"] ?? .null
        guard action == .null || action.stringValue != nil else {
            throw .invalid(message: "The dialog has no such answer.", fields: ["action": "has to be text, or null"])
        }
        try dialogs.answer(id, with: action.stringValue)
        return CommandOutcome()
    }
}
