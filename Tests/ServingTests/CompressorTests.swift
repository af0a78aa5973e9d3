import Compression
import Loop
import Serving
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CompressorTests {
    @Test @SceneActor func eachWindowKeepsItsAlternative() {
        var generator = SeededGenerator(seed: 1)
        let noise = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let compressor = Compressor(threshold: 1)
        for bits in [12, 9, 12, 10, 9] {
            let fragment = compressor.fragment(of: noise + noise, windowBits: bits)
            #expect(fragment.bytes == Deflater(windowBits: bits).fragment(of: noise + noise).bytes, "\(bits)")
        }
    }
}
