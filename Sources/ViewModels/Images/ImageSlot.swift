import JSON
import Loop

/// An image of a view model that its viewers may replace or delete: an output under its own name, which is the image's
/// address or `null`.
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
/// A client uploads with `PUT /cars/1:photo`, deletes with `DELETE`, and gets the dialog that asks for either with the
/// command `image`. Limits are checked here, whatever the client was told; the type by the content as well as by what the
/// client says, and that the image has an end. A store keeps the bytes, a model the address.
@SceneActor public final class ImageSlot: Field {
    /// The kinds of image it takes.
    public let types: [ImageType]
    /// The largest image it takes, in bytes.
    public let limit: Int
    /// Whether viewers may change it at the moment.
    public var isEditable = true { didSet { if isEditable != oldValue { noteChange() } } }
    /// Writes to the model what was uploaded, or `nil` when the image is deleted. What it throws undoes the upload.
    public var onEdit: @SceneActor (String?) async throws -> Void = { _ in }

    private let store: any ImageStore
    private var value: String?
    private var isBusy = false

    /// An empty slot for images that `store` keeps.
    public init(
        in store: any ImageStore, types: [ImageType] = [.jpeg, .png, .gif, .webp], limit: Int = 5 * 1024 * 1024
    ) {
        self.store = store
        self.types = types
        self.limit = limit
        super.init()
    }

    /// The address of the image, if there is one; set it from the model.
    public var image: String? {
        get {
            noteRead(byOwnerToo: false)
            return value
        }
        set {
            guard newValue != value else { return }
            value = newValue
            noteChange()
        }
    }

    override var json: JSON { value.json }

    /// Puts an uploaded image in: keeps it, has the model take its address, and lets go of the one before.
    ///
    /// - Returns: Whether the slot was empty.
    /// - Throws: ``CommandFailure``; the image is the one before then.
    @discardableResult public func receive(_ upload: ImageUpload) async throws(CommandFailure) -> Bool {
        guard let content = upload.image, !content.bytes.isEmpty else {
            throw .invalid(message: "There is no image in what was sent.", fields: [:])
        }
        try check(content)
        let wasEmpty = value == nil
        try await change { [store] in try await store.keep(content.bytes) }
        return wasEmpty
    }

    /// Takes the image out, if there is one.
    ///
    /// - Throws: ``CommandFailure``; the image stays then.
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

    /// Refuses what may not be done now.
    func checkRights() throws(CommandFailure) {
        guard isEditable else { throw .forbidden(message: "The image cannot be changed now.") }
        guard !isBusy else { throw .unavailable(code: "busy", message: "The image is being changed.") }
    }

    /// Checks size and type, the latter by what the client says and by the content.
    private func check(_ content: ImageUpload.Content) throws(CommandFailure) {
        guard content.bytes.count <= limit else {
            throw .tooLarge(message: "The image has \(content.bytes.count) bytes; \(limit) are the most.")
        }
        let said = content.type.flatMap(Self.essence(of:))
        guard said == nil || types.contains(where: { $0.rawValue == said }) else { throw wrongType(said ?? "") }
        guard let type = ImageType(of: content.bytes) else {
            throw .invalid(message: "What was sent is no image, whatever it is called.", fields: [:])
        }
        guard types.contains(type) else { throw wrongType(type.rawValue) }
        guard type.isWhole(content.bytes) else {
            throw .invalid(message: "The image is not whole: its end is missing.", fields: [:])
        }
        guard said == nil || said == type.rawValue else {
            throw .invalid(message: "What was sent as \(said ?? "") is \(type.rawValue).", fields: [:])
        }
    }

    private func wrongType(_ type: String) -> CommandFailure {
        let taken = types.map(\.rawValue)
        return .wrongType(message: "\(type) is not taken here, but \(taken.joined(separator: ", ")).", taken: taken)
    }

    /// A media type without its parameters, in lower case; `nil` where the client does not say what it sends.
    private static func essence(of type: String) -> String? {
        let essence = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        return essence.isEmpty || essence == "application/octet-stream" ? nil : essence
    }
}
