import Declarations
import Tables
import Testing
@testable import Rights
import ViewModels

@Suite(.timeLimit(.minutes(5))) struct ExpressionTests {
    private let table = Ticket.table

    private func sql(_ text: String, _ values: [String: [SQLValue]] = [:]) throws -> String {
        var reader = ExpressionReader(of: table, sets: ["teams"], mayReadTime: true)
        return try reader.condition(text).bound(to: values).sql(of: "T")
    }

    private func fault(_ text: String, mayReadTime: Bool = false) -> ExpressionFault? {
        var reader = ExpressionReader(of: table, sets: ["teams"], mayReadTime: mayReadTime)
        do throws(ExpressionFault) {
            _ = try reader.condition(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsComparisonsByPrecedence() throws {
        #expect(try sql("Id = 1") == #"("T"."Id" = 1)"#)
        #expect(
            try sql("Id = 1 or Id > 2 and not State = 'a''b'")
                == #"(("T"."Id" = 1) OR (("T"."Id" > 2) AND (NOT ("T"."State" = 'a''b'))))"#)
        #expect(
            try sql("(Id = 1 or Id = 2) and Id <> 3") == #"((("T"."Id" = 1) OR ("T"."Id" = 2)) AND ("T"."Id" <> 3))"#)
        #expect(
            try sql("State is not null AND \"Due Date\" IS NULL")
                == #"((NOT ("T"."State" IS NULL)) AND ("T"."Due Date" IS NULL))"#)
        #expect(try sql("lower(State) like 'a%'") == #"(lower("T"."State") LIKE 'a%')"#)
        #expect(try sql("Id < -1.5") == #"("T"."Id" < -1.5)"#)
        #expect(try sql("Owner = Team") == #"("T"."Owner" = "T"."Team")"#)
    }

    @Test func putsValuesOfThePrincipalIn() throws {
        #expect(try sql("Owner = user.id", ["id": [.text("a'b")]]) == #"("T"."Owner" = 'a''b')"#)
        #expect(try sql("Owner = user.id") == #"("T"."Owner" = NULL)"#)
        let teams: [SQLValue] = [.integer(7), .integer(3), .null, .integer(7)]
        #expect(try sql("Team in user.teams", ["teams": teams]) == #"("T"."Team" IN (3, 7, NULL))"#)
        #expect(try sql("Team in user.teams") == #"("T"."Team" IN ())"#)
        #expect(try sql("Team not in (1, 'x')") == #"(NOT ("T"."Team" IN ('x', 1)))"#)
        #expect(try sql("Team = first(user.teams)", ["teams": [.integer(7)]]) == #"("T"."Team" = 7)"#)
    }

    @Test func textsNeverLeaveTheirQuotationMarks() {
        for text in ["'", "''", "' OR 1 --", "\u{0}'", "'\u{301}", "\\'"] {
            let literal = SQLValue.text(text).literal
            let isHexadecimal = literal.hasPrefix("+CAST(x'")
            let inner = literal.utf8.dropFirst().dropLast()
            #expect(isHexadecimal == text.utf8.contains(0))
            if !isHexadecimal { #expect(inner.count { $0 == 39 } == 2 * text.utf8.count { $0 == 39 }) }
        }
        #expect(SQLValue.blob(Blob([0, 255])).literal == "x'00ff'")
        #expect(SQLValue.real(.infinity).literal == "9e999")
    }

    @Test func namesMistakesWithPlaceAndRemedy() {
        let cases: [(String, Int, String)] = [
            ("Prioity = 1", 0, "Ticket has no column \"Prioity\". Did you mean \"Priority\"?"),
            ("Id = 1 and Stat = 2", 11, "Ticket has no column \"Stat\". Did you mean \"State\"?"),
            ("Team in user.teems", 13, "There is no attribute \"teems\". Did you mean \"teams\"?"),
            ("Team = user.teams", 7, "user.teams is a set. Use \"in user.teams\" or \"first(user.teams)\"."),
            ("Owner in user.id", 9, "user.id is a single value, not a set. Compare it with =."),
            ("State = 'new", 8, "The text has no end. Close it with '."),
            ("State", 5, "A comparison is missing here: =, <>, <, <=, >, >=, in, like or is null."),
            ("State = 'a' State", 12, "The expression should end here, or go on with \"and\" or \"or\"."),
            ("Id == 1", 3, "\"==\" is not known here. Write \"=\"."),
            ("Id = 1 && Id = 2", 7, "\"&&\" is not known here. Write \"and\"."),
            ("Id = 1 || Id = 2", 7, "\"||\" is not known here. Write \"or\"."),
            ("(Id = 1", 7, "\")\" is missing here."), ("Id = ;", 5, "\";\" is not allowed here."),
            ("State is 3", 9, "\"is\" is followed by \"null\" or \"not null\". Compare values with =."),
            (
                "Due < now()", 6,
                "now() and today are allowed only in \"check\" and \"set\" of a grant: lists do not follow the clock."
            ),
            (
                "Due < today", 6,
                "now() and today are allowed only in \"check\" and \"set\" of a grant: lists do not follow the clock."
            ),
            ("Id = 1.2.3", 5, "\"1.2.3\" is not a number."),
            ("", 0, "A value is missing here: a column, user.NAME, 'text' or a number."),
        ]
        for (text, offset, message) in cases {
            let fault = fault(text)
            #expect(fault?.message == message, "\(text)")
            #expect(fault?.offset == offset, "\(text)")
        }
        #expect(fault("Due < now() and Due > today", mayReadTime: true) == nil)
        #expect(fault("Due < now() - 2 hours and Due > today -14 or Due = today + 1 day", mayReadTime: true) == nil)
        #expect(
            fault("Due < now() - 2", mayReadTime: true)?.message == "A unit is missing here: minutes, hours or days.")
        #expect(fault("Due < today - x", mayReadTime: true)?.message == "A whole number is missing here.")
        #expect(fault("Due < today - 100001", mayReadTime: true)?.message == "The number is larger than 100000.")
    }

    @Test func boundsDepthAndLength() {
        let deep = String(repeating: "(", count: 60) + "Id = 1" + String(repeating: ")", count: 60)
        #expect(fault(deep)?.message == "The expression is nested too deeply.")
        #expect(fault("Id = " + String(repeating: "1", count: 20_000))?.message.contains("longer than") == true)
        #expect(fault(String(repeating: "not ", count: 300) + "Id = 1") == nil)
    }
}
