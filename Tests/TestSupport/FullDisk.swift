/// A small disk that one program alone sees: with a copy of a file on it, if there is one, and no room beside that.
package struct FullDisk {
    /// The path of the disk as the program sees it.
    package let path: String
    /// Starts the program that sees it.
    package let wrapper: [String]

    /// Whether a process may mount such a disk here.
    package static var isPossible: Bool {
        get async throws {
            let folder = try TemporaryFolder()
            return try await Program.mayBeStarted(by: FullDisk(at: folder.path, size: "16k").wrapper)
        }
    }

    /// A disk of this size at a path that nothing has.
    package init(at path: String, size: String, with file: String? = nil) {
        self.path = path
        let fill = #"; if [ -n "$2" ]; then cp "$2" "$0"; cat /dev/zero > "$0/zeros" 2> /dev/null; fi"#
        let script = #"mkdir -p "$0" && mount -t tmpfs -o size="$1" none "$0" || exit 1"# + fill
        wrapper = [
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script + #"; shift 2; exec "$@""#, path,
            size,
            file ?? "",
        ]
    }
}
