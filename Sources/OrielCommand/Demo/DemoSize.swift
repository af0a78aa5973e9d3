/// The size of the demo's library.
enum DemoSize {
    static let artists = 1_200
    static let albums = 2_500
    /// The number of albums with a cover: the first ones.
    static let covers = 120
    /// The track ids that the library leaves free, for tracks that are added and removed. They are near the start,
    /// where users look.
    static let passingTracks = 13...36
}
