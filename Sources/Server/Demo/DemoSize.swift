/// How much there is in the demo's library.
enum DemoSize {
    static let artists = 1_200
    static let albums = 2_500
    /// Albums with a cover: the first ones.
    static let covers = 120
    /// Ids of tracks that the library leaves free, for tracks that come and go; near the start, where people look.
    static let passingTracks = 13...36
}
