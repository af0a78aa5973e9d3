import Loop
import Testing

@testable import ViewModels

/// An image that was cut on its way.
@Suite(.timeLimit(.minutes(5))) struct WholeImageTests {
    private static let images: [ImageType: [UInt8]] = [
        .png: Samples.png, .jpeg: Samples.jpeg, .gif: Samples.gif, .webp: Samples.webp,
    ]

    @Test(arguments: [ImageType.png, .jpeg, .gif, .webp]) func everyPartOfAnImageIsLessThanIt(_ type: ImageType) {
        let bytes = Self.images[type] ?? []
        #expect(ImageType(of: bytes) == type)
        #expect(type.isWhole(bytes))
        for count in 0..<bytes.count { #expect(!type.isWhole(Array(bytes.prefix(count))), "of \(count) bytes") }
    }

    @Test func bytesAfterTheEndAreTolerated() {
        for type in [ImageType.png, .jpeg, .webp] { #expect(type.isWhole((Self.images[type] ?? []) + [1, 2, 3])) }
        #expect(ImageType.gif.isWhole(Samples.gif + [0, 0]))
    }

    @Test @SceneActor func aSlotTakesNoPartOfAnImage() async {
        let slot = ImageSlot(in: NoStore())
        let refusal = CommandFailure.invalid(message: "The image is incomplete: its end is missing.", fields: [:])
        await #expect(throws: refusal) {
            try await slot.receive(ImageUpload(original: .init(Array(Samples.png.prefix(20)))))
        }
        #expect(slot.image == nil)
    }
}

@SceneActor private final class NoStore: FileStore {
    func keep(_ bytes: [UInt8]) async throws -> String { "" }
    func release(_ address: String) async {}
}
