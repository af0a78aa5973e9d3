import Compression
import Loop

/// What compresses for every door, and expands what sockets send: it belongs to the loop, and keeps nothing from text to text.
@SceneActor package final class Compressor {
    /// What has fewer bytes is sent as it is.
    let threshold: Int
    /// For the messages of all sockets.
    package let inflater = Inflater()
    private var deflaters: [Deflater] = []

    /// A compressor of texts that have `threshold` bytes or more.
    package init(threshold: Int) {
        self.threshold = threshold
    }

    /// `text`, compressed within a window. Complexity: O(n).
    package func fragment(of text: [UInt8], windowBits: Int = Deflater.usualWindow) -> Fragment {
        if let known = deflaters.first(where: { $0.windowBits == windowBits }) { return known.fragment(of: text) }
        let deflater = Deflater(windowBits: windowBits)
        deflaters.append(deflater)
        return deflater.fragment(of: text)
    }
}
