import JSON

/// The states that a client has, from `If-None-Match` (RFC 9110 section 13.1.2).
struct HeldStates {
    /// Whether the request has the header.
    let isSaid: Bool
    /// The digests in the header, without invalid tags.
    let digests: [Digest]
    private let isAny: Bool

    /// Parses the header.
    init(_ header: String?) {
        isSaid = header != nil
        isAny = header == "*"
        digests = EntityTags.tags(in: header ?? "").compactMap { Digest(String($0)) }
    }

    /// Whether the client has this state.
    func includes(_ digest: Digest) -> Bool { isAny || digests.contains(digest) }
}
