import Logging
import Loop

/// Limits lines of one kind in the log: one a second in the long run, and up to ten at once.
struct LineRate {
    private var rate = TokenBucket(1)
    private var unlogged = 0

    /// Returns the fields of a line, with the number of lines that were left out before it; `nil` to leave it out, too.
    mutating func fields(_ fields: [String: String]) -> Logger.Metadata? {
        guard rate.take() == nil else {
            unlogged += 1
            return nil
        }
        var told = Logger.Metadata(uniqueKeysWithValues: fields.map { ($0, "\($1)") })
        if unlogged > 0 { told["unlogged"] = "\(unlogged)" }
        unlogged = 0
        return told
    }
}
