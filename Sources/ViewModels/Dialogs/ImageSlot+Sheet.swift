import DataSources
import Loop

extension ImageSlot {
    /// Returns the sheet that asks what to do with the image, with the actions that apply now: one for each source that
    /// the client has, in their usual order; one to delete the image if there is one; and one to cancel. The id of an
    /// action is the source's name, or `delete`.
    public func imageSheet(from sources: [ImageSource]) -> Dialog {
        let strings = Strings.current
        var actions = ImageSource.allCases.filter(sources.contains).map { source in
            Dialog.Action(source.rawValue, strings.title(of: source))
        }
        if image != nil { actions.append(.destructive("delete", strings.deletePhoto)) }
        actions.append(.cancel(strings.cancel))
        return Dialog(.sheet, title: strings.editImage, message: strings.chooseHowToEdit, actions: actions)
    }

    /// Returns the dialog that makes the client take an image from a source and upload it. It closes when the upload
    /// has arrived.
    func uploadDialog(from source: ImageSource, named name: String) -> Dialog {
        let strings = Strings.current
        var dialog = Dialog(.sheet, title: strings.title(of: source), actions: [.cancel(strings.cancel)])
        dialog.upload = Dialog.Upload(slot: name, source: source, types: types, limit: limit)
        return dialog
    }
}

extension Strings {
    fileprivate func title(of source: ImageSource) -> String {
        switch source {
        case .camera: takePhoto
        case .file: choosePhoto
        case .paste: pastePhoto
        }
    }
}
