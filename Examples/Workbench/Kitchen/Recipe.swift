import Observation

/// A recipe that several people may edit at once.
@Observable final class Recipe {
    var name = "Pancakes"
    var portions = 4
    var price = 2.5
    var isSpicy = false
    var source: String?
    var firstCooked = "2024-02-29"
    var steps = "Mix.\nLet it rest.\nFry."
}
