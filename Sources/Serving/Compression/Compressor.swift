import Compression
import Loop

/// Compresses texts for every transport, and decompresses messages of sockets. Used on the loop only; keeps no state
/// between texts.
@SceneActor package final class Compressor {
    /// The threshold of a server. Compressing a shorter text would not save a packet.
    static let usualThreshold = 512

    /// Texts with fewer bytes are sent uncompressed.
    let threshold: Int
    /// The inflater for the messages of all sockets.
    package let inflater = Inflater()
    private var deflaters: [Deflater] = []

    /// Makes a compressor for texts of at least `threshold` bytes.
    package init(threshold: Int) {
        self.threshold = threshold
    }

    /// Compresses `text` within a window. Complexity: O(n).
    package func fragment(of text: [UInt8], windowBits: Int = Deflater.usualWindow) -> Fragment {
        if let known = deflaters.first(where: { $0.windowBits == windowBits }) { return known.fragment(of: text) }
        let deflater = Deflater(windowBits: windowBits)
        deflaters.append(deflater)
        return deflater.fragment(of: text)
    }
}
