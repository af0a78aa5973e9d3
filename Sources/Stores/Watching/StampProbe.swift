import Glibc

/// Tells a change of a file from its time stamp and its size. O(1).
final class StampProbe: ChangeProbe {
    private let path: String
    private var seen: Stamp?

    private struct Stamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// Stamps are as coarse as the clock of the file system; a younger one may also be that of a later change.
    private static let coarseness = 0.05

    init(path: String) {
        self.path = path
        seen = stamp()
    }

    func hasMoved() -> Bool? {
        let present = stamp()
        defer { seen = present }
        return present == nil || present != seen
    }

    /// The file's stamp; `nil` if there is none, or one that says nothing yet.
    private func stamp() -> Stamp? {
        var status = stat()
        var now = timespec()
        guard stat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
        let changed = status.st_ctim
        let age = Double(now.tv_sec - changed.tv_sec) + Double(now.tv_nsec - changed.tv_nsec) / 1e9
        guard age > Self.coarseness || age < 0 else { return nil }
        return Stamp(size: Int(status.st_size), seconds: changed.tv_sec, nanoseconds: changed.tv_nsec)
    }
}
