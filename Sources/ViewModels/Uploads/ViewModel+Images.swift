import JSON
import Loop

extension ViewModel {
    /// Asks the user what to do with an image and does it: deletes the image, or makes the client take another one from
    /// the chosen source and upload it. The command `image` calls it:
    /// `{"slot": "photo", "sources": ["file", "camera"]}`.
    ///
    /// - Parameter sources: The sources that the user's client has.
    /// - Returns: The id of the chosen action, or `nil`; see ``ImageSlot/imageSheet(from:)``.
    /// - Throws: An error if the image cannot be deleted.
    /// - Precondition: The slot is a property of this view model.
    @discardableResult public final func editImage(
        _ slot: ImageSlot, from sources: [ImageSource]
    ) async throws(CommandFailure) -> String? {
        guard let name = imageSlots.first(where: { $0.field === slot })?.name else {
            report(misuse: "the image slot is not a property of \(Self.self)")
            return nil
        }
        let answer = await ask(slot.imageSheet(from: sources))
        if answer == "delete" {
            try await slot.delete()
        } else if let source = answer.flatMap(ImageSource.init) {
            _ = await ask(slot.uploadDialog(from: source, named: name))
        }
        return answer
    }

    /// Returns the slot of this name, if the view model has one.
    package final func imageSlot(named name: String) -> ImageSlot? {
        imageSlots.first { $0.name == name }?.field
    }

    /// Deletes the image of a slot; the view model is kept alive until that is done.
    package final func deleteImage(in slot: ImageSlot) async throws(CommandFailure) {
        try await slot.delete()
    }

    /// Runs the command `image`.
    final func editImage(_ arguments: JSONObject) async throws(CommandFailure) -> CommandOutcome {
        guard let slot = arguments["slot"]?.stringValue.flatMap(imageSlot) else {
            throw .invalid(
                message: "Name the image slot: {\"slot\": \"NAME\", \"sources\": [\"file\"]}.",
                fields: ["slot": "is not an image slot"])
        }
        try slot.checkRights()
        let answer = try await editImage(slot, from: try Self.sources(arguments["sources"] ?? .null))
        return CommandOutcome(["action": answer.json])
    }

    /// Returns the sources that a client says it has.
    private static func sources(_ json: JSON) throws(CommandFailure) -> [ImageSource] {
        guard json != .null else { return [] }
        let sources = json.arrayValue?.map { $0.stringValue.flatMap(ImageSource.init) }
        guard let sources, !sources.contains(nil) else {
            let names = ImageSource.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(
                message: "Invalid image sources.", fields: ["sources": "must be a list of \(names)"])
        }
        return sources.compactMap(\.self)
    }

    private var imageSlots: [(name: String, field: ImageSlot)] { fields(of: ImageSlot.self) }
}
