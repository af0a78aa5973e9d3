import Oriel
import OrielTesting
import Testing

@testable import Workbench

/// Serves a workbench.
func makeWorkbench() async throws -> TestApp { try await TestApp { _ in Workbench() } }

extension TestApp {
    /// The port of the server.
    var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }
}

extension Visit {
    /// Waits until the page equals a fresh `GET`.
    nonisolated(nonsending) func waitForGET() async throws {
        let fresh = try await get(screen.route).json
        try await wait("the page equals a fresh GET") { $0.document == fresh }
    }
}
