enum DemoDatabase { static func prepare() throws -> String { "x" }; static func tick(_ p: String) -> Task<Void, Never> { Task {} } }
