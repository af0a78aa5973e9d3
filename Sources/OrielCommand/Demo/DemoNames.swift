/// Generates names from small grammars; they depend on the seed alone.
struct DemoNames {
    /// The source of the choices.
    var random: SplitMix64
    /// The artists' names so far, to avoid duplicates.
    private var takenArtists: Set<String> = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns the name of a band, a person or an ensemble; never the same twice.
    mutating func artist() -> String {
        while true {
            let name = anyArtist()
            if takenArtists.insert(name).inserted { return name }
        }
    }

    /// Returns a name such as "Freya Lindqvist".
    mutating func person() -> String {
        random.pick(DemoWords.firstNames) + " " + random.pick(DemoWords.lastNames)
    }

    /// Returns the title of an album.
    mutating func album() -> String {
        switch random.number(0...7) {
        case 0: return "The " + phrase()
        case 1: return "\(nouns()) & \(nouns())"
        case 2: return "Live in \(place())"
        case 3: return "\(noun()) Songs"
        case 4: return "A \(noun()) in \(place())"
        case 5: return "Letters to the \(noun())"
        default: return phrase()
        }
    }

    /// Returns the title of a track; one in fourteen is a version of something.
    mutating func track() -> String {
        let title = plainTrack()
        guard random.isOne(in: 14) else { return title }
        return title + " (\(random.pick(["Live", "Demo", "Acoustic", "\(place()) Mix", "Reprise", "Edit"])))"
    }

    private mutating func anyArtist() -> String {
        switch random.number(0...9) {
        case 0...2: return person()
        case 3: return "The \(nouns())"
        case 4: return "The \(adjective()) \(nouns())"
        case 5: return "\(noun()) & the \(nouns())"
        case 6: return "\(random.pick(DemoWords.lastNames)) \(random.pick(["Quartet", "Trio", "Ensemble"]))"
        case 7: return "\(place()) \(random.pick(["Sound System", "Collective", "Social Club", "Philharmonic"]))"
        case 8: return "\(random.pick(DemoWords.firstNames)) \(noun())"
        default: return phrase()
        }
    }

    private mutating func plainTrack() -> String {
        switch random.number(0...11) {
        case 0: return "The \(noun())"
        case 1: return "\(noun()) of the \(noun())"
        case 2: return "\(verb()) the \(noun())"
        case 3: return "\(verb()) Me \(random.pick(DemoWords.endings))"
        case 4: return "\(adjective()) \(noun()) in \(place())"
        case 5: return "Don’t \(verb()) the \(noun())"
        case 6: return "Waiting for \(random.pick(DemoWords.firstNames))"
        case 7: return "\(place()), \(random.number(1948...2019))"
        case 8: return "How to \(verb()) a \(noun())"
        default: return phrase()
        }
    }

    private mutating func phrase() -> String { "\(adjective()) \(noun())" }

    private mutating func adjective() -> String { random.pick(DemoWords.adjectives) }

    private mutating func noun() -> String { random.pick(DemoWords.nouns) }

    private mutating func nouns() -> String {
        let noun = noun()
        if noun.hasSuffix("sis") { return noun.dropLast(2) + "es" }
        if noun.hasSuffix("s") || noun.hasSuffix("x") { return noun + "es" }
        if noun.hasSuffix("lf") { return noun.dropLast() + "ves" }
        let hasVowelBeforeLast = noun.dropLast().last.map { "aeiou".contains($0) } ?? true
        return noun.hasSuffix("y") && !hasVowelBeforeLast ? noun.dropLast() + "ies" : noun + "s"
    }

    private mutating func place() -> String { random.pick(DemoWords.places) }

    private mutating func verb() -> String { random.pick(DemoWords.verbs) }
}
