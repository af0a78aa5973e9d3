import Foundation
import TestSupport
import Testing

@testable import OrielCommand

@Suite(.timeLimit(.minutes(5))) struct OrielPackageTests {
    private let files = FileManager.default

    /// Gives a body an empty folder, and removes it afterwards.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(URL(fileURLWithPath: folder.path))
    }

    @Test func theSourcesAboveTheProgramAreFound() throws {
        try withFolder { folder in
            let clone = folder.appendingPathComponent("clone")
            try files.createDirectory(
                at: clone.appendingPathComponent("Sources/Oriel"), withIntermediateDirectories: true)
            try Data().write(to: clone.appendingPathComponent("Package.swift"))
            let program = clone.appendingPathComponent(".build/debug/oriel")
            let elsewhere = folder.appendingPathComponent("bin/oriel")
            #expect(OrielPackage.find(above: [elsewhere, program]) == clone.path)
            #expect(OrielPackage.find(above: [elsewhere]) == nil)
        }
    }

    @Test func anotherPackageIsNotTakenForOriel() throws {
        try withFolder { folder in
            try Data().write(to: folder.appendingPathComponent("Package.swift"))
            #expect(OrielPackage.find(above: [folder.appendingPathComponent("bin/oriel")]) == nil)
        }
    }
}
