import Loop

extension AppCoordinator {
    /// Serves the files of a folder, each at its address. Images are shown inline; other files are downloads.
    ///
    /// - Parameter describe: Sets what the app knows of the file at an address, such as its name and type:
    ///
    ///       files(folder) { address, file in file.name = reports.first { $0.file == address }?.name ?? file.name }
    public final func files(
        _ folder: FileFolder,
        describe: @escaping @SceneActor (_ address: String, inout ServedFile) async -> Void = { _, _ in }
    ) {
        files(folder.pattern) { name in
            guard folder.mayHave(name) else { return nil }
            return { () async throws(RouteError) -> ServedFile in
                var file = try await folder.open(name)
                await describe(folder.address(of: name), &file)
                return file
            }
        }
    }
}
