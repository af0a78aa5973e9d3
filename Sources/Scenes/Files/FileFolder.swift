import FoundationEssentials
import Glibc
import Loop
import ViewModels

/// A folder of uploaded files, beside the database that names them. The name of each file is the hash of its content,
/// so the same content is stored once and never changes.
///
///     let images = FileFolder("data/images", at: "/images") { address in cars.contains { $0.photo == address } }
///     files(images)                       // in a coordinator: serves them at /images/HASH.png
///     photo = ImageSlot(in: images)       // in a view model
///
/// Reads and writes run off the loop. A file is written while it arrives, and has a name once it is complete. What a
/// crash has left of others is deleted when the next file begins.
@SceneActor public final class FileFolder: FileStore {
    /// The routes of the files, by file name.
    public let pattern: RoutePattern<String>

    private let path: String
    private let isUsed: @SceneActor (String) async -> Bool
    private var keepers: [String: Int] = [:]  // by address: uploads that are not yet released
    private var lastWork: Task<Void, Never>?
    private var isCleaned = false

    /// Makes a folder. The directory is created when the first file is kept.
    ///
    /// - Parameters:
    ///   - path: The path of the directory.
    ///   - route: The route above the files.
    ///   - isUsed: Whether a model has this address. An unused file is deleted when it is released.
    /// - Precondition: `route` begins with a slash.
    public init(_ path: String, at route: String, isUsed: @escaping @SceneActor (String) async -> Bool) {
        self.path = path
        self.isUsed = isUsed
        pattern = RoutePattern("\(route)/{name}", String.self)
    }

    /// Stores a file. Its first bytes determine its type: the name of an image ends in the image's type, any other name
    /// in `bin`.
    ///
    /// - Returns: The address of the file, the same for the same bytes.
    /// - Throws: ``FileFolderError`` if the file cannot be written.
    public func keep(_ bytes: [UInt8]) async throws -> String {
        let draft = try await makeDraft()
        try await draft.append(bytes)
        return try await draft.keep()
    }

    /// Begins a file that arrives in pieces; see ``keep(_:)``.
    public func makeDraft() async throws -> any FileDraft {
        if !isCleaned {
            isCleaned = true
            await removeAbandoned()
        }
        return FolderDraft(try await DraftFile.create(in: path)) { [self] in try await keep($0) }
    }

    /// Gives a complete draft the name of its content.
    private func keep(_ file: DraftFile) async throws -> String {
        let name = try await file.finish()
        let address = address(of: name)
        keepers[address, default: 0] += 1  // before the file has its name, so that no release deletes it
        do {
            try await work { try file.keep(as: name) }
        } catch {
            forgetKeeper(of: address)
            throw error
        }
        return address
    }

    /// Releases a file that ``keep(_:)`` stored. The file is deleted if no model has its address and no other upload
    /// keeps it.
    public func release(_ address: String) async {
        guard let name = name(of: address) else { return }
        forgetKeeper(of: address)
        await deleteUnlessUsed(name)
    }

    private func forgetKeeper(of address: String) {
        if let count = keepers[address] { keepers[address] = count > 1 ? count - 1 : nil }
    }

    private func removeAbandoned() async {
        try? await work { [path] in DraftFile.removeAbandoned(in: path) }
    }

    /// Deletes every file that was written more than an hour ago and whose address no model has, such as one that a
    /// crash kept from its model. Newer files may belong to an upload of another process.
    public func removeUnused() async {
        await removeAbandoned()
        let names = try? await work { [path] in StoredFile.names(in: path, before: Date() - Self.longestUpload) }
        for name in names ?? [] {
            keepers[address(of: name)] = nil
            await deleteUnlessUsed(name)
        }
    }

    /// The longest time from a file's last byte to its address in a model, in seconds.
    private nonisolated static let longestUpload = 3600.0

    /// Whether this is a valid file name.
    package func mayHave(_ name: String) -> Bool { StoredFile.isName(name) }

    /// Opens a file.
    ///
    /// - Throws: ``RouteError/notFound(message:)`` if the file does not exist.
    package func open(_ name: String) async throws(RouteError) -> ServedFile {
        guard let file = await StoredFile.open(name, in: path) else { throw Self.missing(name) }
        let image = StoredFile.imageType(of: name)
        return ServedFile(
            .file(file), type: image?.rawValue ?? "application/octet-stream", name: name,
            tag: String(name.prefix { $0 != "." }), isInline: image != nil)
    }

    /// The error for a file that does not exist, or that is hidden from the client.
    package static func missing(_ name: String) -> RouteError { .notFound(message: "Unknown file: \(name).") }

    /// Returns the address of a file.
    package func address(of name: String) -> String { pattern.route(name).description }

    private func name(of address: String) -> String? {
        Route(address).flatMap(pattern.values).flatMap { StoredFile.isName($0) ? $0 : nil }
    }

    private func deleteUnlessUsed(_ name: String) async {
        let address = address(of: name)
        guard keepers[address] == nil, await !isUsed(address), keepers[address] == nil else { return }
        try? await work { [path] in StoredFile.delete(name, in: path) }
    }

    /// Runs a change off the loop, after all earlier changes.
    private func work<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let before = lastWork
        let task = Task.detached {
            await before?.value
            return try body()
        }
        lastWork = Task.detached { _ = await task.result }
        return try await task.value
    }
}
