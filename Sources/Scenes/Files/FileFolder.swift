import Glibc
import Loop
import ViewModels

/// A folder of uploaded files, beside the database that names them: each has its content's hash for a name, so that the same
/// file is there once, and never changes.
///
///     let images = FileFolder("data/images", at: "/images") { address in cars.contains { $0.photo == address } }
///     files(images)                       // in a coordinator: serves them at /images/HASH.png
///     photo = ImageSlot(in: images)       // in a view model
///
/// Files are written and read off the loop. One that is written is there whole or not at all.
@SceneActor public final class FileFolder: ImageStore {
    /// The routes of the files, by name.
    public let pattern: RoutePattern<String>

    private let path: String
    private let isUsed: @SceneActor (String) async -> Bool
    private var keepers: [String: Int] = [:]  // by address: how many uploads have not been released
    private var lastWork: Task<Void, Never>?

    /// A folder, made when the first file is kept.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - route: The route that the files are below.
    ///   - isUsed: Whether a model has this address. A file that nobody has is deleted when it is let go of.
    /// - Precondition: `route` begins with a slash.
    public init(_ path: String, at route: String, isUsed: @escaping @SceneActor (String) async -> Bool) {
        self.path = path
        self.isUsed = isUsed
        pattern = RoutePattern("\(route)/{name}", String.self)
    }

    /// Keeps bytes. What they are is told from what they begin with: names of images end in their kind, all others in `bin`.
    ///
    /// - Returns: The address they are served at; it is the same for the same bytes.
    /// - Throws: ``FileFolderError`` when they cannot be written; on a full disk, which may pass, ``CommandFailure/unavailable``.
    public func keep(_ bytes: [UInt8]) async throws -> String {
        let name = await StoredFile.name(of: bytes)
        let address = address(of: name)
        keepers[address, default: 0] += 1  // before it is written: nobody who lets go of the same deletes it afterwards
        do {
            try await work { [path] in try StoredFile.write(bytes, as: name, in: path) }
        } catch {
            forgetKeeper(of: address)
            guard case FileFolderError.full = error else { throw error }
            throw CommandFailure.diskFull
        }
        return address
    }

    /// Lets go of what was kept; the file is deleted if no model has its address and nobody else is about to.
    public func release(_ address: String) async {
        guard let name = name(of: address) else { return }
        forgetKeeper(of: address)
        await deleteUnlessUsed(name)
    }

    private func forgetKeeper(of address: String) {
        if let count = keepers[address] { keepers[address] = count > 1 ? count - 1 : nil }
    }

    /// Deletes every file whose address no model has, such as those of uploads that a crash has cut short.
    public func removeUnused() async {
        let names = try? await work { [path] in StoredFile.names(in: path) }
        for name in names ?? [] { await deleteUnlessUsed(name) }
    }

    /// Whether a file may have this name.
    func mayHave(_ name: String) -> Bool { StoredFile.isName(name) }

    /// Reads a file.
    ///
    /// - Throws: ``RouteError/notFound(message:)`` when there is none of this name.
    func read(_ name: String) async throws(RouteError) -> ServedFile {
        guard let bytes = try? await StoredFile.read(name, in: path) else {
            throw .notFound(message: "There is no file \(name).")
        }
        let image = ImageType(of: bytes)
        return ServedFile(
            bytes: bytes, type: image?.rawValue ?? "application/octet-stream", name: name,
            tag: String(name.prefix { $0 != "." }), isInline: image != nil)
    }

    private func address(of name: String) -> String { pattern.route(name).description }

    private func name(of address: String) -> String? {
        Route(address).flatMap(pattern.values).flatMap { StoredFile.isName($0) ? $0 : nil }
    }

    private func deleteUnlessUsed(_ name: String) async {
        let address = address(of: name)
        guard keepers[address] == nil, await !isUsed(address), keepers[address] == nil else { return }
        try? await work { [path] in StoredFile.delete(name, in: path) }
    }

    /// Changes something off the loop, after what was begun before.
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
