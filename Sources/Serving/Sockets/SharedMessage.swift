import Compression
import HTTPServer
import Loop
import WebSockets

/// A message to many sockets. It is framed once for all sockets without compression, and compressed once for all
/// others.
@SceneActor final class SharedMessage {
    private let text: [UInt8]
    private let compressor: Compressor?
    private lazy var plain = SharedBytes(FrameWriter.frame(.text, text))
    @exclusivity(unchecked) private var compressed: [(windowBits: Int, frame: SharedBytes)] = []

    /// Makes a message, which is compressed if there is a compressor and the text is long enough.
    init(_ text: [UInt8], _ compressor: Compressor?) {
        self.text = text
        self.compressor = compressor.flatMap { text.count >= $0.threshold ? $0 : nil }
    }

    /// Returns the frame for a socket with this compression window, or without compression. Complexity: O(1) without an
    /// allocation, except for the first frame of each kind.
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
