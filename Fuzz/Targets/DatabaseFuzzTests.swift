import Foundation
import TestSupport
import Testing

/// Serves damaged and hostile database files: the service continues, and the documents are consistent.
@Suite struct DatabaseFuzzTests {
    /// The time limit for one file.
    private static let patience = Duration.seconds(60)

    /// With `ORIEL_FUZZ_INPUT` in the environment only the file of that path is served.
    @Test func databases() async throws {
        var random = SeededGenerator.announced("fuzz database")
        let folder = NSTemporaryDirectory() + "oriel-fuzz-database-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        print("fuzz database: the current file is \(folder)/input.sqlite")
        if let input = ProcessInfo.processInfo.environment["ORIEL_FUZZ_INPUT"] {
            try await serve(try DatabaseImage(path: input), in: folder, &random)
        } else {
            let end = ContinuousClock.now + Fuzzer.time
            var count = 0
            repeat {
                var image = try DatabaseSeeds.image(&random, in: folder)
                if !count.isMultiple(of: 3) { image.damage(&random) }
                try await serve(image, in: folder, &random)
                count += 1
            } while ContinuousClock.now < end
            if Fuzzer.time > .seconds(10) { print("fuzz database: \(count) files, nothing found") }
        }
        try FileManager.default.removeItem(atPath: folder)
    }

    private func serve(_ image: DatabaseImage, in folder: String, _ random: inout SeededGenerator) async throws {
        let start = ContinuousClock.now
        try image.write(to: folder + "/input.sqlite")
        try image.write(to: folder + "/served.sqlite")
        guard let server = try await FuzzedServer(folder + "/served.sqlite") else { return }
        var failure: (any Error)?
        do { try await server.exercise(&random) } catch { failure = error }
        let step = await server.step
        await server.stop()
        if let failure { throw Finding("\(failure) at \(step) of the file \(folder)/input.sqlite") }
        try Finding.unless(.now - start < Self.patience, "it took \(.now - start) to serve \(folder)/input.sqlite")
    }
}
