import Logging
import Loop

/// Limits lines of one kind in the log: one a second in the long run, and up to ten at once.
struct LineRate {
    private var rate = TokenBucket(1)
    private var unlogged = 0

    /// Returns fields with the number of lines that were omitted before, or `nil` to omit this line, too.
    mutating func metadata(_ fields: [String: String]) -> Logger.Metadata? {
        guard rate.take() == nil else {
            unlogged += 1
            return nil
        }
        var metadata = Logger.Metadata(uniqueKeysWithValues: fields.map { ($0, "\($1)") })
        if unlogged > 0 { metadata["unlogged"] = "\(unlogged)" }
        unlogged = 0
        return metadata
    }
}
