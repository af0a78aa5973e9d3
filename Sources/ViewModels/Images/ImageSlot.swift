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
@SceneActor public final class ImageSlot: Field {
    /// The accepted kinds of image.
    public let types: [ImageType]
    /// The largest accepted image, in bytes.
    public let limit: Int
    /// Whether viewers may change the image now.
    public var isEditable = true { didSet { if isEditable != oldValue { recordChange() } } }
    /// Writes the address of an uploaded image to the model, or `nil` when the image is deleted. An error undoes the
    /// upload.
    public var onEdit: @SceneActor (String?) async throws -> Void = { _ in }

    private let store: any ImageStore
    private var value: String?
    private var isBusy = false

    /// Creates an empty slot for images in `store`.
    public init(
        in store: any ImageStore, types: [ImageType] = [.jpeg, .png, .gif, .webp], limit: Int = 5 * 1024 * 1024
    ) {
        self.store = store
        self.types = types
        self.limit = limit
        super.init()
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
    func checkRights() throws(CommandFailure) {
        guard isEditable else { throw .forbidden(message: "The image cannot be changed now.") }
        guard !isBusy else { throw .unavailable(code: "busy", message: "The image is being changed.") }
    }

    /// Checks the size, and the type by the client's media type and by the content.
    private func check(_ content: ImageUpload.Content) throws(CommandFailure) {
        guard content.bytes.count <= limit else {
            throw .tooLarge(message: "The image has \(content.bytes.count) bytes; the limit is \(limit).")
        }
        let said = content.type.flatMap(Self.essence(of:))
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

    private func wrongType(_ type: String) -> CommandFailure {
        let taken = types.map(\.rawValue)
        return .wrongType(
            message: "\(type) is not accepted. Accepted types: \(taken.joined(separator: ", ")).", taken: taken)
    }

    /// Returns a media type without its parameters, in lower case; `nil` where the client names no specific type.
    private static func essence(of type: String) -> String? {
        let essence = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        return essence.isEmpty || essence == "application/octet-stream" ? nil : essence
    }
}
