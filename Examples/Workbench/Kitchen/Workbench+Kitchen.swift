import Oriel

extension Workbench {
    /// The screens of the kitchen, with every feature that a client must support.
    func addKitchen() {
        let shelf = Shelf()
        let recipe = Recipe()
        personal("/kitchen") { [label, images] _ in KitchenViewModel(shelf, label, images: images) }
        personal("/kitchen/recipe") { _ in RecipeForm(recipe) }
        screen("/kitchen/shelf") { _ in ViewModel(screen: "shelf", title: "Shelf", list: CellList(shelf.rows)) }
        personal("/kitchen/visit") { _ in VisitViewModel() }
    }
}
