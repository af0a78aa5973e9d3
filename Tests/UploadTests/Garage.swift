import JSON
import Loop
import Observation
import Scenes
import Serving
import TestSupport
import ViewModels

@SceneActor @Observable final class Car {
    var photo: String?
}

/// A car with a photo.
@SceneActor final class CarViewModel: ViewModel {
    let photo: ImageSlot
    @Bound var car: Car

    init(_ car: Car, images: any FileStore) {
        self.car = car
        photo = ImageSlot(in: images, limit: 1_000)
        super.init(screen: "car", title: "Car")
        photo.onEdit = { car.photo = $0 }
        commands = [
            Command("lock", title: "Lock") { [unowned self] _ in photo.isEditable = false },
            Command("unlock", title: "Unlock") { [unowned self] _ in photo.isEditable = true },
        ]
    }

    override func updateOutputs() { photo.image = car.photo }
}

/// Two shared cars, and one personal car per session.
@SceneActor final class Garage: AppCoordinator {
    let cars = [Car(), Car()]
    let images: FileFolder

    init(_ folder: String) {
        let cars = cars
        images = FileFolder(folder, at: "/images") { address in cars.contains { $0.photo == address } }
        super.init()
        let car = RoutePattern("/cars/{number}", Int.self)
        screen(car) { [unowned self] _, number in
            self.cars.indices.contains(number) ? CarViewModel(self.cars[number], images: images) : nil
        }
        personal("/mine") { [unowned self] _ in CarViewModel(Car(), images: images) }
        files(images)
    }
}

/// A server of a garage.
struct GarageServer: Sendable {
    let folder: TestFolder
    let port: Int
    private let site: Site

    var http: HTTPClient { HTTPClient(port: port) }

    @SceneActor init(_ change: (inout Settings) -> Void) throws {
        folder = try TestFolder()
        var settings = Settings()
        settings.port = 0
        change(&settings)
        site = Site(coordinator: Garage(folder.path), files: StaticFiles(directory: nil), settings: settings)
        port = Int(try site.start().split(separator: ":").last ?? "") ?? 0
    }

    func stop() async { await site.stop() }

    /// Uploads an image.
    func put(_ bytes: [UInt8], _ type: String? = "image/png", to target: String = "/cars/0:photo") async throws
        -> HTTPAnswer
    {
        try await http.send("PUT", target, type.map { ["Content-Type": $0] } ?? [:], body: bytes)
    }

    /// The address of a car's photo.
    func photo(_ number: Int = 0) async throws -> String? {
        try await http.get("/cars/\(number)").json["outputs"]?["photo"]?.stringValue
    }
}

/// Runs a body with a server, and always stops the server.
func withGarage(
    _ change: @escaping @Sendable (inout Settings) -> Void = { _ in },
    _ body: @Sendable (GarageServer) async throws -> Void
) async throws {
    try await using({ try await GarageServer(change) }, close: { await $0.stop() }, body)
}
