import Cryptography
import DataSources
import Foundation
import Loop
import TestSupport
import Testing
import ViewModels

@testable import Scenes

@Suite(.timeLimit(.minutes(5))) struct FileFolderTests {
    @Test @SceneActor func equalContentIsOneFileUntilTheLastIsReleased() async throws {
        let place = try TestFolder()
        let folder = FileFolder(place.path, at: "/images") { _ in false }
        let first = try await folder.keep(Samples.png)
        #expect(try await folder.keep(Samples.png) == first)
        #expect(place.names == ["\(Hash.sha256.hex(of: Samples.png)).png"])
        #expect(place.content(place.names[0]) == Samples.png)
        await folder.release(first)
        #expect(place.names.count == 1)
        await folder.release(first)
        #expect(place.names.isEmpty)
    }

    @Test @SceneActor func filesOfAModelSurviveARestart() async throws {
        let place = try TestFolder()
        let car = Car()
        let folder = FileFolder(place.path, at: "/images") { car.photo == $0 }
        car.photo = try await folder.keep(Samples.png)
        let orphan = try await folder.keep(Samples.jpeg)
        let next = FileFolder(place.path, at: "/images") { car.photo == $0 }
        #expect(place.names.count == 2)
        await next.removeUnused()
        #expect(place.names.count == 2)  // another process may be about to name them in its model
        let past = Date(timeIntervalSinceNow: -7200)
        for name in place.names {
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: "\(place.path)/\(name)")
        }
        await next.removeUnused()
        #expect(place.names == ["\(Hash.sha256.hex(of: Samples.png)).png"])
        await next.release(orphan)
        await next.release("/images/../../etc/passwd")
        await next.release(car.photo ?? "")
        #expect(place.names.count == 1)
    }

    @Test @SceneActor func otherFilesAreDownloads() async throws {
        let place = try TestFolder()
        let folder = FileFolder(place.path, at: "/images") { _ in true }
        let address = try await folder.keep(Samples.script)
        #expect(address.hasSuffix(".bin"))
        let name = try #require(place.names.first)
        let script = try await folder.open(name)
        #expect(script.type == "application/octet-stream")
        #expect(!script.isInline)
        #expect(script.tag == Hash.sha256.hex(of: Samples.script))
    }

    @Test @SceneActor func aFolderThatCannotBeWrittenIsAnError() async throws {
        let place = try TestFolder()
        try place.write([], as: "file")
        let folder = FileFolder("\(place.path)/file", at: "/images") { _ in false }
        let failure = await #expect(throws: FileFolderError.self) { try await folder.keep(Samples.png) }
        #expect(failure.map { "\($0)" } == "The file cannot be stored: File exists.")
    }

    @Test @SceneActor func manyConcurrentFilesAreStored() async throws {
        let place = try TestFolder()
        let folder = FileFolder(place.path, at: "/images") { _ in false }
        let uploads = (0..<40).map { number in
            Task { @SceneActor in
                let address = try await folder.keep(Samples.png + [UInt8(number % 4)])
                if number >= 4 { await folder.release(address) }
                return address
            }
        }
        var addresses: Set<String> = []
        for upload in uploads { addresses.insert(try await upload.value) }
        #expect(addresses.count == 4)
        #expect(place.names.count == 4)
    }
}
