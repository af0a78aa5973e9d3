import Observation

/// A recipe that several people may edit at once.
@Observable final class Recipe {
    var name = "Pancakes"
    var portions = 4
    var price = 2.5
    var isSpicy = false
    var source: String?
    var steps = "Mix.\nLet it rest.\nFry."
}
