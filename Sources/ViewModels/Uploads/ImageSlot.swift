import JSON
import Loop

/// An image of a view model that viewers may replace or delete. It is an output under its own name: the image's
/// address, or `null`.
///
///     final class CarViewModel: ViewModel {
///         @Bound var car: Car
///         let photo: ImageSlot
///
///         init(_ car: Car, images: FileFolder) {
///             self.car = car
///             photo = ImageSlot(in: images)
///             super.init()
///             photo.onEdit = { [unowned self] in self.car.photo = $0 }
///         }
///
///         override func updateOutputs() { photo.image = car.photo }
///     }
///
/// A client uploads with `PUT /cars/1:photo` and deletes with `DELETE`. The command `image` shows the dialog that asks
/// for either. The size is checked here, whatever limit the client knows. The type is checked against the client's
/// media type and against the content, which must have an end. A store keeps the bytes; a model keeps the address.
@SceneActor public final class ImageSlot: UploadSlot {
    /// The accepted kinds of image.
    public let types: [ImageType]
    /// Writes the address of an uploaded image to the model, or `nil` when the image is deleted. An error undoes the
    /// upload.
    public var onEdit: @SceneActor (String?) async throws -> Void = { _ in }

    private var value: String?
    private var isBusy = false

    /// Creates an empty slot for images in `store`.
    public init(
        in store: any FileStore, types: [ImageType] = [.jpeg, .png, .gif, .webp], limit: Int = 5 * 1024 * 1024
    ) {
        self.types = types
        super.init(in: store, limit: limit)
    }

    /// The address of the image, or `nil`; set it from the model.
    public var image: String? {
        get {
            recordRead(byOwnerToo: false)
            return value
        }
        set {
            guard newValue != value else { return }
            value = newValue
            recordChange()
        }
    }

    override var json: JSON { value.json }
    override var mediaTypes: MediaTypes { MediaTypes(types.map(\.rawValue)) }
    override package var methods: String { "DELETE, OPTIONS, PUT" }

    /// A form may have the image as it was taken, and the user's edited version.
    override func accepts(_ part: UploadPart) -> Bool { part.field == "original" || part.field == "edited" }

    /// An image is checked as a whole before it is stored, so it is collected in memory.
    override func makeDraft() async throws -> any FileDraft {
        MemoryDraft { [store] in try await store.keep($0) }
    }

    override func receive(
        _ files: [UploadedFile], by principal: Principal
    ) async throws(CommandFailure) -> UploadOutcome {
        var upload = ImageUpload()
        for file in files {
            guard let draft = file.draft as? MemoryDraft, !draft.bytes.isEmpty else { continue }
            let content = ImageUpload.Content(draft.bytes, type: file.part.type)
            if file.part.field == "edited" { upload.edited = content } else { upload.original = content }
        }
        let isNew = try await receive(upload)
        return UploadOutcome(isNew: isNew, result: ["href": value.json], location: value)
    }

    /// Stores an uploaded image, writes its address to the model, and releases the previous image.
    ///
    /// - Returns: Whether the slot was empty.
    /// - Throws: ``CommandFailure``; the previous image stays.
    @discardableResult public func receive(_ upload: ImageUpload) async throws(CommandFailure) -> Bool {
        guard let content = upload.image, !content.bytes.isEmpty else {
            throw .invalid(message: "The upload contains no image.", fields: [:])
        }
        try check(content)
        let wasEmpty = value == nil
        try await change { [store] in try await store.keep(content.bytes) }
        return wasEmpty
    }

    /// Deletes the image, if there is one.
    ///
    /// - Throws: ``CommandFailure``; the image stays.
    public func delete() async throws(CommandFailure) {
        guard value != nil else { return try checkRights() }
        try await change { nil }
    }

    private func change(_ make: @SceneActor () async throws -> String?) async throws(CommandFailure) {
        try checkRights()
        isBusy = true
        defer { isBusy = false }
        do {
            let old = value
            let new = try await make()
            do {
                try await onEdit(new)
            } catch {
                if let new { await store.release(new) }
                throw error
            }
            image = new
            if let old { await store.release(old) }
        } catch {
            throw CommandFailure(of: error)
        }
    }

    /// Throws if the image cannot be changed now.
    override package func checkRights() throws(CommandFailure) {
        guard isEditable else { throw .forbidden(message: "The image cannot be changed now.") }
        guard !isBusy else { throw .unavailable(code: "busy", message: "The image is being changed.") }
    }

    /// Checks the size, and the type by the client's media type and by the content.
    private func check(_ content: ImageUpload.Content) throws(CommandFailure) {
        guard content.bytes.count <= limit else {
            throw .tooLarge(message: "The image has \(content.bytes.count) bytes; the limit is \(limit).")
        }
        let said = MediaTypes.essence(of: content.type)
        guard said == nil || types.contains(where: { $0.rawValue == said }) else { throw wrongType(said ?? "") }
        guard let type = ImageType(of: content.bytes) else {
            throw .invalid(message: "The upload is not an image.", fields: [:])
        }
        guard types.contains(type) else { throw wrongType(type.rawValue) }
        guard type.isWhole(content.bytes) else {
            throw .invalid(message: "The image is incomplete: its end is missing.", fields: [:])
        }
        guard said == nil || said == type.rawValue else {
            throw .invalid(message: "The upload is declared as \(said ?? ""), but is \(type.rawValue).", fields: [:])
        }
    }
}
