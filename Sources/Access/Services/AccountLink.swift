import Scenes
import Stores

/// The link between an account at a service and a person here. An account is known by its issuer and its subject,
/// which never change. A name or a mail address may belong to somebody else later.
struct AccountLink: Sendable {
    private let account: ServiceAccount
    private let service: LoginService

    init(_ account: ServiceAccount, of service: LoginService) {
        (self.account, self.service) = (account, service)
    }

    /// Returns the id of the person whom the account belongs to. Links it or creates the person if the service may.
    func person(_ transaction: AccessTransaction) throws -> String {
        let known: [String] = try transaction.rows(
            "SELECT Person FROM {Account} WHERE Issuer = ? AND Subject = ?", service.issuer, account.subject)
        let person = try known.first ?? linked(transaction) ?? created(transaction)
        guard let roles = account.roles else { return person }
        let text = RoleNames.write(roles)
        let changed = try transaction.run(
            "UPDATE {Person} SET Roles = ? WHERE Id = ? AND Roles <> ?", text, person, text)
        if changed == 1 { try event("roles changed", person, text, transaction) }
        return person
    }

    /// Whether the account belongs to a person, who may sign in.
    func isOf(_ person: String, _ transaction: AccessTransaction) throws -> Bool {
        let found: [Int] = try transaction.rows(
            "SELECT 1 FROM {Account} AS Account JOIN {Person} AS Person ON CAST(Person.Id AS TEXT) = Account.Person "
                + "WHERE Issuer = ? AND Subject = ? AND Account.Person = ? AND IsActive",
            service.issuer, account.subject, person)
        return !found.isEmpty
    }

    /// Links the account to the person whose name is the verified mail address. Somebody else may have made that person
    /// before, and know the password. So everything ends that could be theirs.
    private func linked(_ transaction: AccessTransaction) throws -> String? {
        guard service.linkByMail, let mail = account.mail else { return nil }
        let found: [String] = try transaction.rows(
            "SELECT CAST(Id AS TEXT) FROM {Person} WHERE Name = ? AND IsActive", mail)
        guard let person = found.first else { return nil }
        let others: [Int] = try transaction.rows(
            "SELECT 1 FROM {Account} WHERE Person = ? AND Issuer = ?", person, service.issuer)
        guard others.isEmpty else { throw ServiceFault.nobody("the person has another account there") }
        try transaction.run("UPDATE {Person} SET Password = '' WHERE Id = ?", person)
        for table in ["Session", "Browser", "Key", "SignInLink", "Factor", "Account"] {
            try transaction.run("DELETE FROM {\(table)} WHERE Person = ?", person)
        }
        try add(to: person, transaction)
        return person
    }

    /// Creates a person. A name that exists belongs to somebody else.
    private func created(_ transaction: AccessTransaction) throws -> String {
        guard service.create else { throw ServiceFault.nobody("the account is unknown here") }
        guard let name = account.name else { throw ServiceFault.nobody("the account has no usable name") }
        guard try transaction.rows("SELECT 1 FROM {Person} WHERE Name = ?", name, as: Int.self).isEmpty else {
            throw ServiceFault.nobody("there is somebody else of its name")
        }
        try transaction.run("INSERT INTO {Person}(Name, Password) VALUES (?, '')", name)
        let person = try transaction.rows(
            "SELECT CAST(Id AS TEXT) FROM {Person} WHERE Name = ?", name, as: String.self)[0]
        try event("person added", person, nil, transaction)
        try add(to: person, transaction)
        return person
    }

    private func add(to person: String, _ transaction: AccessTransaction) throws {
        try transaction.run(
            "INSERT INTO {Account}(Issuer, Subject, Person) VALUES (?, ?, ?)", service.issuer, account.subject, person)
        try event("account linked", person, account.subject, transaction)
    }

    private func event(_ event: String, _ person: String, _ detail: String?, _ transaction: AccessTransaction) throws {
        let names: [String] = try transaction.rows("SELECT Name FROM {Person} WHERE Id = ?", person)
        try AuditEvent(event, who: names.first ?? "", via: "service \(service.name)", detail: detail)
            .add(to: transaction)
    }
}
