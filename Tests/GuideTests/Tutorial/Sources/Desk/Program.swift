import Foundation
import Oriel

// In the app, this is the enumeration `Program`, which has `@main`.
enum TutorialProgram {
    static func main() async {
        let folder = ProcessInfo.processInfo.environment["DATA"] ?? "data"
        var settings = Settings()
        settings.users = "\(folder)/access.sqlite"
        await Oriel.run(settings) { settings in
            let store = try await Store(
                settings, path: "\(folder)/desk.sqlite", migrations: DeskCoordinator.migrations)
            return try DeskCoordinator(store, rules: "access.yaml")
        }
    }
}
