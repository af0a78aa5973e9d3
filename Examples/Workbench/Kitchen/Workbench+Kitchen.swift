import Oriel

extension Workbench {
    /// The screens of the kitchen, with everything that a screen can have: what a client has to be able to show.
    func addKitchen() {
        let shelf = Shelf()
        let recipe = Recipe()
        personal("/kitchen") { [label, images] _ in KitchenViewModel(shelf, label, images: images) }
        personal("/kitchen/recipe") { _ in RecipeForm(recipe) }
        screen("/kitchen/shelf") { _ in ViewModel(screen: "shelf", title: "Shelf", list: CellList(shelf.rows)) }
        personal("/kitchen/visit") { _ in VisitViewModel() }
    }
}
