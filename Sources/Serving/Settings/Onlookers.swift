/// Who may look at what is not for everybody: the metrics, the inspector.
///
///     settings.metricsReaders = Onlookers(["local", "192.0.2.7", "10.0.0.0/8"]) ?? .nobody
public struct Onlookers: Sendable, Equatable {
    /// Whether everybody may.
    let areAll: Bool
    /// Whether those may who come from this machine, and not through a proxy.
    let areLocal: Bool
    /// The networks from which one may.
    let networks: [AddressRange]

    /// Nobody.
    public static let nobody = Onlookers(areAll: false, areLocal: false, networks: [])
    /// Programs on this machine, unless a proxy passes the request on.
    public static let local = Onlookers(areAll: false, areLocal: true, networks: [])
    /// Everybody.
    public static let all = Onlookers(areAll: true, areLocal: true, networks: [])

    /// What there is to say, for a sentence.
    package static let words =
        "nobody, local (this machine), all, or a list of local, addresses and networks such as [local, 10.0.0.0/8]"

    /// All of whom these words name: `local` or `loopback`, `all` or `everybody`, addresses, networks; `nobody` alone, or no word
    /// at all, is nobody. `nil` when there is another word.
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
