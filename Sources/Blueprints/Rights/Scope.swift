import Changes
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables

/// The part of a database that principals with the same grants may see: the screens derived from the granted part of
/// the schema, and the store behind them.
@SceneActor final class Scope {
    /// The screens.
    let blueprint: Blueprint
    /// The data.
    let store: GrantedStore
    /// The grants; `nil` if no rule limits anything.
    let grants: Grants?
    /// The schema before rules hide parts of it.
    private let schema: Schema
    private let everyone: Grants
    private var audiences: [[String]: Audience] = [:]
    /// A number that no other scope has.
    let number: Int
    private static var lastNumber = 0

    /// Creates the scope of some grants; `nil` hides nothing. `everyone` has the grants of clients that have not signed
    /// in.
    init(
        of store: Store, _ grants: Grants?, besides everyone: Grants, reserved: Set<String>,
        beside scenes: SceneSet = SceneSet()
    ) {
        Self.lastNumber += 1
        number = Self.lastNumber
        schema = store.schema.shown
        (self.grants, self.everyone) = (grants, everyone)
        self.store = GrantedStore(store, to: grants)
        blueprint = Blueprint(
            schema: schema, granted: grants, reserved: reserved, writes: !store.isJSON, beside: scenes)
    }

    /// The audience of the list of tables.
    var audienceOfTables: Audience { grants == nil ? .all : audience(of: blueprint.schema.tables.map(\.name)) }

    /// Returns the audience of a table's list. It depends on the grants of the table, and of the tables that its keys
    /// point to.
    func audience(ofList table: String) -> Audience {
        grants == nil ? .all : audience(of: [table] + parents(of: table))
    }

    /// Returns the audience of the screens of a table's rows, which also show the rows that refer to them.
    func audience(ofRowsIn table: String) -> Audience {
        guard grants != nil else { return .all }
        let children = schema.table(named: table)?.references.map(\.table) ?? []
        return audience(of: [table] + parents(of: table) + children + children.flatMap(parents))
    }

    private func parents(of table: String) -> [String] {
        schema.table(named: table)?.foreignKeys.map(\.parentTable) ?? []
    }

    /// Returns the audience of a screen that depends on the grants of some tables, and on values of the principal. The
    /// text states those values; it is empty for none.
    func audience(of tables: [String], and values: String) -> Audience {
        guard !values.isEmpty else { return audience(of: tables + tables.flatMap(parents)) }
        let text = grants?.text(of: tables + tables.flatMap(parents)) ?? ""
        return Audience(of: [text, values].joinedWithLengths, isPublic: false)
    }

    private func audience(of tables: [String]) -> Audience {
        guard let grants else { return .all }
        if let known = audiences[tables] { return known }
        let text = grants.text(of: tables)
        let audience = Audience(of: text, isPublic: everyone.text(of: tables) == text)
        audiences[tables] = audience
        return audience
    }
}
