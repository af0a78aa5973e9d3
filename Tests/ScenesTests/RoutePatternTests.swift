import Testing

@testable import Scenes

@Suite(.timeLimit(.minutes(5))) struct RoutePatternTests {
    private let home = RoutePattern("/")
    private let artist = RoutePattern("/artists/{id}", Int.self)
    private let album = RoutePattern("/artists/{artist}/albums/{title}", Int.self, String.self)

    private func route(_ text: String) throws -> Route { try #require(Route(text)) }

    @Test func aRouteIsWrittenFromItsValues() {
        #expect(home.route.description == "/")
        #expect(artist.route(7).description == "/artists/7")
        #expect(album.route((1, "Let There/Be Rock")).description == "/artists/1/albums/Let%20There%2FBe%20Rock")
        #expect(artist.route(7, query: [.init("sort", "name")]).description == "/artists/7?sort=name")
    }

    @Test func valuesAreReadFromARoute() throws {
        #expect(home.values(of: try route("/")) != nil)
        #expect(artist.values(of: try route("/artists/7")) == 7)
        #expect(artist.values(of: try route("/artists/7/?sort=name")) == 7)
        let values = try #require(album.values(of: try route("/artists/1/albums/Let%20There%2FBe%20Rock")))
        #expect(values == (1, "Let There/Be Rock"))
    }

    @Test(arguments: ["a", "a b", "ä/ö", "100%", "🎸", "a?b=c", "+", ":"])
    func everyValueIsReadBack(_ title: String) throws {
        let text = album.route((-3, title)).description
        let values = try #require(album.values(of: try route(text)))
        #expect(values.0 == -3)
        #expect(values.1.utf8.elementsEqual(title.utf8))
    }

    @Test(arguments: ["/", "/artists", "/artists/x", "/artists/7/albums", "/Artists/7", "/artists/7.0", "/artists/ 7"])
    func aRouteOfAnotherShapeHasNoValues(_ text: String) {
        #expect(Route(text).flatMap { artist.values(of: $0) } == nil)
    }

    @Test(arguments: ["/artists/007", "/artists/+7", "/artists/%2B7", "/artists/-0"])
    func aValueHasOneSpelling(_ text: String) {
        #expect(Route(text).flatMap { artist.values(of: $0) } == nil)
    }

    @Test func aFixedPartHasOneSpelling() throws {
        let café = RoutePattern("/caf\u{e9}")
        #expect(café.values(of: try route("/caf%C3%A9")) != nil)
        #expect(café.values(of: try route("/cafe%CC%81")) == nil)
    }

    @Test func aPatternWithMoreNamesThanTypesStopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = RoutePattern("/artists/{artist}/albums/{album}", Int.self) }
        await #expect(processExitsWith: .failure) { _ = RoutePattern("artists") }
    }
}
