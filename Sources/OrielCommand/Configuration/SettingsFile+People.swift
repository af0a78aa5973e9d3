import Scenes
import Serving
import Yams

// The kinds of settings about people.

extension SettingsFile {
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
                guard let parts = pairs(in: secret), let header = parts["header"], let value = Secret.value(parts)
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
