import Foundation
import JSON
import Loop
import Scenes
import Serving
import TestSupport
import ViewModels

/// A drawer of papers that everybody may add to.
@SceneActor final class Drawer: AppCoordinator {
    /// What the slots have received.
    var papers: [Attachment] = []
    let files: FileFolder

    init(_ folder: String) {
        files = FileFolder(folder, at: "/files") { _ in false }
        super.init()
        screen("/drawer") { [unowned self] _ in DrawerViewModel(self) }
        files(files) { [unowned self] address, file in
            guard let paper = papers.last(where: { $0.address == address }) else { return }
            (file.name, file.type, file.isInline) = (paper.name, paper.type, true)
        }
    }
}

/// The drawer's slots: for everything, and for scans.
@SceneActor final class DrawerViewModel: ViewModel {
    let papers: AttachmentSlot
    let scans: AttachmentSlot

    init(_ drawer: Drawer) {
        papers = AttachmentSlot(in: drawer.files, limit: 400_000)
        scans = AttachmentSlot(in: drawer.files, types: ["application/pdf", "image/*"])
        super.init(screen: "drawer", title: "Drawer")
        for slot in [papers, scans] {
            slot.onReceive = { [unowned drawer] paper in
                guard paper.name != "refused.txt" else {
                    throw CommandFailure.conflict(message: "This one is not wanted.", fields: [:])
                }
                drawer.papers.append(paper)
            }
        }
        commands = [Command("lock", title: "Lock") { [unowned self] _ in papers.isEditable = false }]
    }
}

/// A server of a drawer.
struct DrawerServer: Sendable {
    let folder: TestFolder
    let drawer: Drawer
    let port: Int
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    @SceneActor init(_ change: (inout Settings) -> Void) throws {
        folder = try TestFolder()
        var settings = Settings()
        settings.port = 0
        change(&settings)
        drawer = Drawer(folder.path)
        site = Site(coordinator: drawer, files: StaticFiles(directory: nil), settings: settings)
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    func stop() async { await site.stop() }

    /// Uploads a file by `PUT`.
    func put(
        _ bytes: [UInt8], _ query: String = "?filename=a.txt", to slot: String = "papers",
        _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await http.send("PUT", "/drawer:\(slot)\(query)", headers, body: bytes)
    }

    /// Runs curl, and returns what it prints.
    func curl(_ arguments: String...) async throws -> String {
        let address = "http://127.0.0.1:\(port)"
        return try await blocking {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["curl", "-sS", "--max-time", "60"] + arguments.map { $0.replacing("ADDRESS", with: address) }
            process.standardOutput = output
            try process.run()
            defer { process.waitUntilExit() }
            return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
    }

    /// Waits until the folder has a number of files, drafts among them.
    func waits(forFiles count: Int) async throws {
        let end = ContinuousClock.now + patienceOfTests
        while folder.names.count != count {
            guard .now < end else { throw ClientError("the folder has \(folder.names)") }
            await pass()
        }
    }

    /// Lets the loop have a turn.
    @SceneActor private func pass() async { await EventLoop.shared.pause(.milliseconds(2)) }
}

/// Runs a body with a server, and always stops the server.
func withDrawer(
    _ change: @escaping @Sendable (inout Settings) -> Void = { _ in },
    _ body: @Sendable (DrawerServer) async throws -> Void
) async throws {
    try await using({ try await DrawerServer(change) }, close: { await $0.stop() }, body)
}
