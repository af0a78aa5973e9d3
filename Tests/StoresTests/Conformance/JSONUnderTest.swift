import Foundation
import JSON
import Lists
import Loop
import Stores
import TestSupport

/// A JSON file, and another program that writes it.
@SceneActor final class JSONUnderTest: TestedEngine {
    let keepsInsertionOrder = true
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/item.json" }

    init(_ items: [Item]) throws {
        folder = try TemporaryFolder()
        try put(items)
    }

    /// Replaces the file at once, as editors do.
    private func put(_ items: [Item]) throws {
        let text = JSON.array(items.map { .object($0.values) }).bytes
        try Data(text).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    func open(_ configuration: StoreConfiguration) async throws -> Store {
        try await Store(json: path, configuration: configuration)
    }

    func write(_ changes: [ItemChange], to model: ItemModel) async throws {
        var next = model
        next.apply(changes)
        try put(next.items)
    }

    func replace(with items: [Item]) throws { try put(items) }

    func hide() throws { try Shell.run("mv", [path, path + ".hidden"]) }

    func show() throws { try Shell.run("mv", [path + ".hidden", path]) }
}
