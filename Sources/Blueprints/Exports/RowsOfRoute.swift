import Lists
import Loop
import Scenes
import Stores
import Tables

/// All rows that a route selects, as text in pieces. They are read in one go; the text waits until the response takes
/// it.
@SceneActor final class RowsOfRoute: ServedRows {
    let name: String
    private let export: any RowExport
    private let store: GrantedStore
    private let writer: ExportWriter
    /// Returns an error of the database as that of the route.
    private let failure: (StoreError) -> RouteError
    private var state = State.head
    /// The bytes of text read so far, and the bytes returned of them.
    private var (size, offset) = (0, 0)
    private var waiting: CheckedContinuation<Void, Never>?

    private enum State {
        /// No piece has been returned.
        case head
        case reading
        /// All rows have been read.
        case read
        case failed(StoreError)
        /// Everything has been returned, or the export was closed.
        case over
    }

    /// The size of a piece in bytes.
    nonisolated private static let pieceSize = 256 * 1024

    init(
        _ export: any RowExport, named name: String, in store: GrantedStore, writer: ExportWriter,
        failure: @escaping (StoreError) -> RouteError
    ) {
        self.failure = failure
        self.name = name
        self.export = export
        self.store = store
        self.writer = writer
    }

    func next() async throws(RouteError) -> [UInt8]? {
        if case .head = state {
            begin()
            return writer.head + (try await rows() ?? [])
        }
        return try await rows()
    }

    func close() {
        state = .over
        goOn()
        Task { @SceneActor [store, export] in await store.end(export) }
    }

    private func begin() {
        state = .reading
        Task { @SceneActor [writer, export] in
            do throws(StoreError) {
                try await export.run(writer.append) { size in EventLoop.shared.post { self.record(size) } }
                EventLoop.shared.post { self.end(.read) }  // after all reports of the size
            } catch {
                end(.failed(error))
            }
        }
    }

    private func record(_ size: Int) {
        self.size = size
        goOn()
    }

    private func end(_ next: State) {
        if case .reading = state { state = next }
        goOn()
    }

    private func goOn() {
        waiting?.resume()
        waiting = nil
    }

    /// Returns the next piece of the rows; the foot after the last one.
    private func rows() async throws(RouteError) -> [UInt8]? {
        await EventLoop.suspension { continuation in
            if offset == size, case .reading = state { waiting = continuation } else { continuation.resume() }
        }
        do throws(StoreError) {
            if offset < size {
                let bytes = try await export.bytes(at: offset, count: min(Self.pieceSize, size - offset))
                offset += bytes.count
                return bytes
            }
            if case .failed(let error) = state { throw error }
        } catch {
            throw failure(error)
        }
        guard case .read = state else { return nil }
        state = .over
        return writer.foot.isEmpty ? nil : writer.foot
    }
}
