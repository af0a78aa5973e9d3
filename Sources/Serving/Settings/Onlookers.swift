/// The clients that may read restricted pages: the metrics and the inspector.
///
///     settings.metricsReaders = Onlookers(["local", "192.0.2.7", "10.0.0.0/8"]) ?? .nobody
public struct Onlookers: Sendable, Equatable {
    /// Whether all clients are allowed.
    let areAll: Bool
    /// Whether clients on this machine are allowed, unless they come through a proxy.
    let areLocal: Bool
    /// The networks whose clients are allowed.
    let networks: [AddressRange]

    /// No client.
    public static let nobody = Onlookers(areAll: false, areLocal: false, networks: [])
    /// Programs on this machine, unless a proxy forwards the request.
    public static let local = Onlookers(areAll: false, areLocal: true, networks: [])
    /// All clients.
    public static let all = Onlookers(areAll: true, areLocal: true, networks: [])

    /// The valid words, as part of a sentence.
    package static let words =
        "nobody, local (this machine), all, or a list of local, addresses and networks such as [local, 10.0.0.0/8]"

    /// Parses words: `local` or `loopback`, `all` or `everybody`, addresses, networks. `nobody` alone, or no word,
    /// allows no client. Returns `nil` for an invalid word.
    public init?(_ words: [String]) {
        var names = Set<String>()
        var networks: [AddressRange] = []
        for word in words {
            if ["local", "loopback", "all", "everybody"].contains(word) || words == ["nobody"] {
                names.insert(word)
            } else if let network = AddressRange(word) {
                networks.append(network)
            } else {
                return nil
            }
        }
        self.init(
            areAll: !names.isDisjoint(with: ["all", "everybody"]),
            areLocal: !names.isDisjoint(with: ["local", "loopback"]), networks: networks)
    }

    private init(areAll: Bool, areLocal: Bool, networks: [AddressRange]) {
        self.areAll = areAll
        self.areLocal = areLocal
        self.networks = networks
    }
}
