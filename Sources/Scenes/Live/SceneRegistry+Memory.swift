import Loop

extension SceneRegistry {
    /// Ends the scenes that have neither views nor holds, whose models may keep long rows. Then drops unwatched views
    /// until `bytes` are free, starting with the view that has been idle longest. O(views log views).
    func makeRoom(for bytes: Int) {
        for scene in scenes.values where scene.views.isEmpty && scene.holders.isEmpty { scene.end("closed") }
        var spare: [(scene: Scene, view: View)] = []
        for scene in scenes.values { for view in scene.views where view.isSpare { spare.append((scene, view)) } }
        let now = ContinuousClock.now
        spare.sort { ($0.view.idleSince ?? now) < ($1.view.idleSince ?? now) }
        var missing = bytes
        for (scene, view) in spare {
            guard missing > 0 else { return }
            missing -= view.holding.count
            scene.drop(view)
            if scene.views.isEmpty, scene.holders.isEmpty { scene.end("closed") }
        }
    }
}
