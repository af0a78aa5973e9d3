import Loop

extension AppCoordinator {
    /// Serves the files of a folder, each at its address. Images are shown inline; other files are downloads.
    public final func files(_ folder: FileFolder) {
        files(folder.pattern) { name in
            guard folder.mayHave(name) else { return nil }
            return { () async throws(RouteError) -> ServedFile in try await folder.read(name) }
        }
    }
}
