import Foundation
import JSON
import Loop
import Testing
import ViewModels

@testable import Scenes

/// Examples of the documentation, which compile here.
@SceneActor private final class Shop: AppCoordinator {
    private final class SignInViewModel: ViewModel {
        let visitor: Visitor

        init(_ visitor: Visitor) {
            self.visitor = visitor
            super.init()
        }

        func signIn(_ user: Int64) {
            visitor.notes = ["user": .int(user)]  // re-creates the screens that depend on the notes
        }
    }

    private final class OrdersViewModel: ViewModel {
        init(of user: Int64) { super.init(title: "Orders of \(user)") }
        init(of user: String) { super.init(title: "Orders of \(user)") }
    }

    override init() {
        super.init()
        personal("/orders") { _, visitor in OrdersViewModel(of: visitor.principal.id) }
        personal("/orders") { _, visitor in
            guard let user = visitor.notes["user"]?.intValue else { return SignInViewModel(visitor) }
            return OrdersViewModel(of: user)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ExampleTests {
    /// Each line of the example is in this file.
    @Test(arguments: ["Scenes/Sessions/Visitor.swift"]) func anExampleIsOneThatCompiles(_ file: String) throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = Set(try lines(here))
        let source = try String(contentsOf: root.appendingPathComponent("Sources/\(file)"), encoding: .utf8)
        let example = source.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("///     ") else { return nil }
            return line.dropFirst(3).trimmingCharacters(in: .whitespaces)
        }
        #expect(example.count > 2)
        for line in example where line != "…" { #expect(compiled.contains(line), "\(file): \(line)") }
    }

    private func lines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
