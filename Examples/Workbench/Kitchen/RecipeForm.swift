import Oriel

/// A form with every type of input, on a model that others may change.
@SceneActor final class RecipeForm: FormViewModel {
    @Input(.required, .length(3...20)) var name = ""
    @Input(.range(1...12)) var portions = 1
    @Input var price = 0.0
    @Input var isSpicy = false
    @Input var source: String? = nil
    @Input(.multiline) var steps = ""
    @Input(title: "First cooked on", .date) var firstCooked = ""
    @Output var summary = ""

    private let recipe: Recipe

    init(_ recipe: Recipe) {
        self.recipe = recipe
        super.init(screen: "recipe", title: "Recipe")
    }

    override func updateOutputs() {
        summary = "\(name) for \(portions)"
    }

    override func fill() {
        (name, portions, price) = (recipe.name, recipe.portions, recipe.price)
        (isSpicy, source, steps) = (recipe.isSpicy, recipe.source, recipe.steps)
        firstCooked = recipe.firstCooked
    }

    override func check() async -> [ValidationFailure] {
        name == "Poison" ? [ValidationFailure("name", "is nothing to eat")] : []
    }

    override func save() async throws {
        (recipe.name, recipe.portions, recipe.price) = (name, portions, price)
        (recipe.isSpicy, recipe.source, recipe.steps) = (isSpicy, source, steps)
        recipe.firstCooked = firstCooked
    }
}
