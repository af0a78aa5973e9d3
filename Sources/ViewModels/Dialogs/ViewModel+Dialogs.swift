import JSON

extension ViewModel {
    /// Shows a dialog over the scene and waits for its answer. Dialogs asked while one is shown come after it; a chain is
    /// one call after another. A viewer answers with the command `dialog` and `{"dialog": ID, "action": "ID"}`, where a
    /// `null` action dismisses it.
    ///
    /// A scene with dialogs should be personal: whoever sees it may answer. A view model within another one asks there. At
    /// most 16 dialogs of a scene wait; when another comes, the oldest is dismissed.
    ///
    /// A command that asks is not answered to by `POST` until the dialog is: the caller is told at once that it waits.
    ///
    /// - Returns: The id of the action chosen, or `nil` when the dialog was dismissed, nobody looks any more, or the task that asks is
    ///   cancelled: its dialog goes.
    public final func ask(_ dialog: Dialog) async -> String? {
        await ask(dialog, for: self)
    }

    private func ask(_ dialog: Dialog, for asker: ViewModel) async -> String? {
        if let parent { return await parent.ask(dialog, for: asker) }
        guard currentPhase == .loading || currentPhase == .loaded else { return nil }
        return await dialogs.ask(dialog, for: asker)
    }

    /// Dismisses what this view model and those within it have asked of those that it is within.
    final func takeBackQuestions() {
        var place = parent
        while let holder = place {
            holder.dialogs.dismiss { ($0.asker as? ViewModel)?.isWithin(self) ?? false }
            place = holder.parent
        }
    }

    /// Dismisses the dialog that asked for an upload.
    final func dismissUpload(to slot: String) {
        var place: ViewModel? = self
        while let holder = place {
            holder.dialogs.dismiss { $0.asker === self && $0.dialog.upload?.slot == slot }
            place = holder.parent
        }
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
