/// Makes names unique: a duplicate gets a number appended.
///
///     var names = DistinctNames()
///     ["a", "b", "a"].map { names.take($0).text }   // a, b, a~2
package struct DistinctNames {
    private var taken: Set<ExactName> = []
    private var numbers: [ExactName: Int] = [:]

    /// Creates an instance without names.
    package init() {}

    /// Returns the name, or its replacement if it is taken. O(1), amortised.
    package mutating func take(_ wish: String) -> ExactName {
        let name = ExactName(wish)
        if taken.insert(name).inserted { return name }
        var number = numbers[name] ?? 1
        var other = name
        repeat {
            number += 1
            other = ExactName("\(wish)~\(number)")
        } while !taken.insert(other).inserted
        numbers[name] = number
        return other
    }
}

extension [ExactName] {
    /// Whether there are duplicates. O(count).
    package var haveDuplicates: Bool {
        IdentityTable.duplicate(among: count, hash: { self[$0].scattered }, isSame: { self[$0] == self[$1] }) != nil
    }

    /// The same names, made unique.
    package var distinct: [ExactName] {
        guard haveDuplicates else { return self }
        var names = DistinctNames()
        return map { names.take($0.text) }
    }
}
