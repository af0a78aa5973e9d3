import Compression
import HTTPServer
import Loop
import WebSockets

/// A message to many sockets: made a frame once for all who take it as it is, and compressed once for all who take it so.
@SceneActor final class SharedMessage {
    private let text: [UInt8]
    private let compressor: Compressor?
    private lazy var plain = SharedBytes(FrameWriter.frame(.text, text))
    @exclusivity(unchecked) private var compressed: [(windowBits: Int, frame: SharedBytes)] = []

    /// A message that is compressed where there is a compressor, unless it is too short for that.
    init(_ text: [UInt8], _ compressor: Compressor?) {
        self.text = text
        self.compressor = compressor.flatMap { text.count >= $0.threshold ? $0 : nil }
    }

    /// The frame for a socket that takes messages compressed within a window, or does not. Complexity: O(1), nothing is
    /// allocated, but for the first of each kind.
    func frame(within windowBits: Int?) -> SharedBytes {
        guard let compressor, let windowBits else { return plain }
        for known in compressed where known.windowBits == windowBits { return known.frame }
        let fragment = compressor.fragment(of: text, windowBits: windowBits)
        let frame =
            fragment.payload.count < text.count ? SharedBytes(FrameWriter.frame(.text, compressed: fragment)) : plain
        compressed.append((windowBits, frame))
        return frame
    }
}
