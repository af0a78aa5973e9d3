import JSON
import PostgreSQL
import Scenes
import Serving
import Yams

// The kinds of settings with parts.

extension SettingsFile {
    /// Reads the database to serve. Its password is in a file that only its owner can read, or in the environment.
    static func store(_ name: String, _ path: any WritableKeyPath<Settings, ServedDatabase?> & Sendable) -> Entry {
        Entry(name: name, allowed: "\(ServedDatabase.words); the default is the demo") { node, settings in
            guard let members = node.mapping else {
                settings[keyPath: path] = node.string.flatMap { $0.isEmpty ? nil : ServedDatabase(url: $0) }
                return node.string != nil
            }
            guard Set(members.keys.map { $0.string ?? "" }).isSubset(of: ["url", "password"]),
                let url = members["url"]?.string, !url.isEmpty
            else { return false }
            var database = ServedDatabase(url: url)
            if let password = members["password"] {
                guard PostgresAddress(url) != nil, let parts = pairs(in: password),
                    let value = try Secret.value(parts)
                else { return false }
                database.password = value
            }
            settings[keyPath: path] = database
            return true
        }
    }

    /// Reads an app's own settings, which the app checks.
    static func app(_ name: String, _ path: any WritableKeyPath<Settings, AppSettings> & Sendable) -> Entry {
        Entry(name: name, allowed: "names with values, which the app reads; the default is {}") { node, settings in
            guard case .object(let members)? = node.json else { return false }
            settings[keyPath: path] = AppSettings(members)
            return true
        }
    }

    /// Reads a table of people: the names of the table and of its columns.
    static func people(_ name: String, _ path: any WritableKeyPath<Settings, PeopleTable?> & Sendable) -> Entry {
        let words =
            "{ table: …, id: …, name: …, password: …, roles: …, active: … } (roles and active are optional)"
        return Entry(name: name, allowed: "\(words); the default is none") { node, settings in
            guard let texts = pairs(in: node),
                Set(texts.keys).isSubset(of: ["table", "id", "name", "password", "roles", "active"]),
                let table = texts["table"], let id = texts["id"], let name = texts["name"],
                let password = texts["password"]
            else { return false }
            settings[keyPath: path] = PeopleTable(
                table: table, id: id, name: name, password: password, roles: texts["roles"], active: texts["active"])
            return true
        }
    }

    /// Reads a proxy that signs people in. Its secret is in a file that only its owner can read, or in the environment.
    static func proxy(_ name: String, _ path: any WritableKeyPath<Settings, TrustedProxy?> & Sendable) -> Entry {
        Entry(name: name, allowed: "\(TrustedProxy.words); the default is none") { node, settings in
            guard let members = node.mapping,
                Set(members.keys.map { $0.string ?? "" }).isSubset(of: ["user", "groups", "from", "secret", "roles"]),
                let user = members["user"]?.string,
                let networks = members["from"]?.sequence?.map({ $0.string ?? "" })
                    ?? members["from"]?.string.map({ [$0] })
            else { return false }
            var proxy = TrustedProxy(user: user, from: networks)
            proxy.groups = members["groups"]?.string
            if let roles = members["roles"] {
                guard let roles = pairs(in: roles) else { return false }
                proxy.roles = roles
            }
            if let secret = members["secret"] {
                guard let parts = pairs(in: secret), let header = parts["header"],
                    let value = try Secret.value(parts)
                else {
                    return false
                }
                proxy.secret = (header, value)
            }
            settings[keyPath: path] = proxy
            return proxy.isValid
        }
    }

    /// Reads an issuer of JSON Web Tokens.
    static func jwt(_ name: String, _ path: any WritableKeyPath<Settings, TokenIssuer?> & Sendable) -> Entry {
        let words =
            "{ keys: PATH, issuer: …, audience: …, name: …, roles: …, map: { NAME: ROLE } } "
            + "(name, roles and map are optional)"
        return Entry(name: name, allowed: "\(words); the default is none") { node, settings in
            guard var members = node.mapping else { return false }
            let map = members["map"]
            if map != nil { members["map"] = nil }
            guard let texts = pairs(in: .mapping(members)), map.map({ pairs(in: $0) != nil }) ?? true,
                Set(texts.keys).isSubset(of: ["keys", "issuer", "audience", "name", "roles"]),
                let keys = texts["keys"], let issuer = texts["issuer"], let audience = texts["audience"]
            else { return false }
            settings[keyPath: path] = TokenIssuer(
                keys: keys, issuer: issuer, audience: audience, name: texts["name"] ?? "sub", roles: texts["roles"],
                map: map.flatMap { pairs(in: $0) })
            return true
        }
    }

    /// Reads the services at which people sign in.
    static func oidc(_ name: String, _ path: any WritableKeyPath<Settings, [LoginService]> & Sendable) -> Entry {
        Entry(name: name, allowed: "\(LoginService.words); the default is {}") { node, settings in
            guard let members = node.mapping else { return false }
            let services = try members.map { name, members in try name.string.flatMap { try service($0, members) } }
            guard !services.contains(nil), Set(services.compactMap { $0?.name }).count == services.count else {
                return false
            }
            settings[keyPath: path] = services.compactMap { $0 }
            return true
        }
    }

    private static func service(_ name: String, _ node: Node) throws -> LoginService? {
        let known: Set = [
            "issuer", "client", "secret", "scopes", "name", "roles", "map", "linkByMail", "create", "title",
        ]
        guard let members = node.mapping, Set(members.keys.map { $0.string ?? "" }).isSubset(of: known),
            let issuer = members["issuer"]?.string, let client = members["client"]?.string, !client.isEmpty
        else { return nil }
        var service = LoginService(name: name, issuer: issuer, client: client)
        if let secret = members["secret"] {
            guard let parts = pairs(in: secret), let value = try Secret.value(parts) else { return nil }
            service.secret = value
        }
        if let scopes = members["scopes"] {
            guard let words = scopes.sequence?.map(\.string), !words.contains(nil) else { return nil }
            service.scopes = words.compactMap { $0 }
        }
        if let map = members["map"] {
            guard let map = pairs(in: map), members["roles"] != nil else { return nil }
            service.map = map
        }
        for (name, path) in [("linkByMail", \LoginService.linkByMail), ("create", \LoginService.create)] {
            guard let member = members[name] else { continue }
            guard let flag = member.bool else { return nil }
            service[keyPath: path] = flag
        }
        service.person = members["name"]?.string ?? service.person
        service.roles = members["roles"]?.string
        service.title = members["title"]?.string ?? "Sign in with \(name)"
        return service.hasValidName ? service : nil
    }

    /// Returns names and texts; `nil` for anything else.
    private static func pairs(in node: Node) -> [String: String]? {
        guard let members = node.mapping else { return nil }
        var texts: [String: String] = [:]
        for (key, value) in members {
            guard let key = key.string, let text = value.string, !text.isEmpty, texts[key] == nil else { return nil }
            texts[key] = text
        }
        return texts
    }
}

extension Node {
    /// The value as JSON, without a change of its type; `nil` for an alias, or a name that is no text.
    fileprivate var json: JSON? {
        switch self {
        case .scalar:
            if tag == Tag(.null) { return .null }
            if let flag = bool, tag == Tag(.bool) { return .bool(flag) }
            if let number = int, tag == Tag(.int) { return .int(Int64(number)) }
            if let number = float, tag == Tag(.float) { return .double(number) }
            return string.map { .string($0) }
        case .sequence(let values):
            let values = values.map(\.json)
            return values.contains(nil) ? nil : .array(values.compactMap { $0 })
        case .mapping(let pairs):
            var members = JSONObject()
            for (name, value) in pairs {
                guard let name = name.string, members[name] == nil, let value = value.json else { return nil }
                members[name] = value
            }
            return .object(members)
        case .alias: return nil
        }
    }
}
