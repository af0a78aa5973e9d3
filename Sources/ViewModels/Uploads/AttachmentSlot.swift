import JSON
import Loop

/// A place of a view model to which viewers upload files of any kind and number.
///
///     final class TicketViewModel: ViewModel {
///         let attachments: AttachmentSlot
///
///         init(_ id: Int, _ store: Store, _ files: FileFolder) {
///             attachments = AttachmentSlot(in: files, types: ["application/pdf", "image/*"])
///             super.init()
///             attachments.onReceive = { file in
///                 try await store.write(.insert(table: "Attachment", values: [
///                     "Ticket": .int(Int64(id)), "File": .string(file.address), "Name": .string(file.name),
///                 ]))
///             }
///             list = CellList(store.list("Attachment", where: [.equal("Ticket", id)]) { AttachmentCell($0) })
///         }
///     }
///
/// A client uploads with `PUT /tickets/1:attachments?filename=report.pdf`, or with a form by `POST`. The slot keeps no
/// list: the app does, in a table of its own. When a row is deleted, call ``FileStore/release(_:)`` with its address.
///
/// Files go to the store while they arrive. Their size is checked on the way. Their types are what the client says,
/// except that an image must be one: serve them as downloads.
@SceneActor public final class AttachmentSlot: UploadSlot {
    /// The accepted media types.
    public let types: MediaTypes
    /// Receives each file, in the order of the upload, once it is stored. An error removes the file again and ends the
    /// upload.
    public var onReceive: @SceneActor (Attachment) async throws -> Void = { _ in }

    /// Creates a slot for files in `store`, each of at most `limit` bytes.
    public init(in store: any FileStore, types: MediaTypes = .any, limit: Int = 100 * 1024 * 1024) {
        self.types = types
        super.init(in: store, limit: limit)
    }

    override var hasValue: Bool { false }
    override var mediaTypes: MediaTypes { types }
    override package var methods: String { "OPTIONS, POST, PUT" }

    override var uploadJSON: JSONObject {
        var json = super.uploadJSON
        json["multiple"] = true
        return json
    }

    /// A form may have other fields than files. The file control of an empty form sends an empty name.
    override func accepts(_ part: UploadPart) -> Bool { part.fileName?.isEmpty == false }

    override func check(_ part: UploadPart) throws(CommandFailure) {
        guard let type = MediaTypes.essence(of: part.type), !types.contains(type) else { return }
        throw wrongType(type)
    }

    override func receive(
        _ files: [UploadedFile], by principal: Principal
    ) async throws(CommandFailure) -> UploadOutcome {
        let files = files.filter { $0.size > 0 || $0.part.fileName != nil }
        guard !files.isEmpty else { throw .invalid(message: "The upload contains no file.", fields: [:]) }
        let types = try files.map { file throws(CommandFailure) in try type(of: file) }
        var received: [Attachment] = []
        for (file, type) in zip(files, types) { received.append(try await receive(file, type, by: principal)) }
        let result = received.map { file -> JSON in
            [
                "href": .string(file.address), "name": .string(file.name), "type": .string(file.type),
                "size": .int(Int64(file.size)),
            ]
        }
        let location = received.count == 1 ? received[0].address : nil
        return UploadOutcome(isNew: true, result: ["files": .array(result)], location: location)
    }

    private func receive(
        _ file: UploadedFile, _ type: String, by principal: Principal
    ) async throws(CommandFailure) -> Attachment {
        do {
            let address = try await file.draft.keep()
            let attachment = Attachment(
                address: address, name: FileName.cleaned(file.part.fileName), type: type, size: file.size,
                principal: principal)
            do {
                try await onReceive(attachment)
            } catch {
                await store.release(address)
                throw error
            }
            return attachment
        } catch {
            throw CommandFailure(of: error)
        }
    }

    /// Returns the type that the client names, or else the type of an image. A file that is named an image must be one.
    private func type(of file: UploadedFile) throws(CommandFailure) -> String {
        let found = ImageType(of: file.head)?.rawValue
        guard let said = MediaTypes.essence(of: file.part.type) else {
            let type = found ?? MediaTypes.unknown
            guard types.contains(type) else { throw wrongType(type) }
            return type
        }
        guard ImageType(rawValue: said) == nil || said == found else {
            throw .invalid(message: "The file is declared as \(said), but is not of this type.", fields: [:])
        }
        return said
    }
}
