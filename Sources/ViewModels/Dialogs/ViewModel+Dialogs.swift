import JSON

extension ViewModel {
    /// Shows a dialog over the scene and waits for its answer. A dialog asked while another is shown follows it. For a
    /// chain of dialogs, call this repeatedly. A viewer answers with the command `dialog` and
    /// `{"dialog": ID, "action": "ID"}`; a `null` action dismisses the dialog.
    ///
    /// A scene with dialogs should be personal, because every viewer may answer. A child view model asks in its parent.
    /// At most 16 dialogs of a scene are pending; when another is asked, the oldest is dismissed.
    ///
    /// `POST` does not wait for the answer to a command's dialog: it tells the caller immediately that the command
    /// waits.
    ///
    /// - Returns: The id of the chosen action. `nil` when the dialog was dismissed, no client shows the scene any more,
    ///   or the asking task is cancelled, which closes its dialog.
    public final func ask(_ dialog: Dialog) async -> String? {
        await ask(dialog, for: self)
    }

    private func ask(_ dialog: Dialog, for asker: ViewModel) async -> String? {
        if let parent { return await parent.ask(dialog, for: asker) }
        guard currentPhase == .loading || currentPhase == .loaded else { return nil }
        return await dialogs.ask(dialog, for: asker)
    }

    /// Dismisses the dialogs that this view model and its descendants have asked in its ancestors.
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

    /// Shows a message, such as an error.
    public final func alert(_ title: String, message: String? = nil, focus: String? = nil) async {
        _ = await ask(Dialog(.alert, title: title, message: message, focus: focus))
    }

    /// The JSON of the displayed dialog; `null` when there is none.
    package final var dialogJSON: JSON { dialogs.json }

    final func answerDialog(_ arguments: JSONObject) throws(CommandFailure) -> CommandOutcome {
        guard let id = arguments["dialog"]?.intValue else {
            throw .invalid(
                message: "Name the dialog: {\"dialog\": 1, \"action\": \"ok\"}.",
                fields: ["dialog": (arguments["dialog"] ?? .null) == .null ? "is missing" : "must be a number"])
        }
        let action = arguments["action"] ?? .null
        guard action == .null || action.stringValue != nil else {
            throw .invalid(message: "The dialog has no such answer.", fields: ["action": "must be a string or null"])
        }
        try dialogs.answer(id, with: action.stringValue)
        return CommandOutcome()
    }
}
