import Files
import Loop
import Scenes

/// Verifies the tokens of an issuer with the keys of a file, which is followed.
@SceneActor final class WebTokens {
    /// Called when there are other keys.
    var onChange: (() -> Void)?
    /// Called with a sentence about a file that cannot be used. The former keys stay.
    var onWarning: ((String) -> Void)?
    private let issuer: TokenIssuer
    private var keys: WebKeys
    private var file: WatchedFile?

    /// The interval at which a file system without events is checked.
    private static let interval = Duration.seconds(1)

    init(from issuer: TokenIssuer) throws(AccessError) {
        self.issuer = issuer
        let content = FileContent.read(issuer.keys)
        keys = try WebKeys(content, at: issuer.keys)
        file = WatchedFile(issuer.keys, interval: Self.interval, last: content) { [weak self] content in
            EventLoop.shared.post { self?.take(content) }
        }
    }

    private func take(_ content: FileContent) {
        do throws(AccessError) {
            keys = try WebKeys(content, at: issuer.keys)
            onChange?()
        } catch {
            onWarning?("\(error) The former keys stay in use.")
        }
    }

    /// Returns a token whose signature and claims are valid now.
    func token(_ text: String, at now: Double) throws(WebToken.Fault) -> WebToken {
        try WebToken(text, from: issuer, by: keys, at: now)
    }
}
