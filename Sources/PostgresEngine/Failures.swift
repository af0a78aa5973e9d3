import Lists
import PostgreSQL

extension StoreError {
    /// Converts an error of the server or of the connection.
    init(_ failure: PostgresFailure) {
        self = failure.code == "57014" ? .failed("the time limit is over") : .server(failure.message)
    }

    /// Converts the error of a statement, which the server has refused unless it is one of the connection.
    init(ofStatement failure: PostgresFailure) {
        self = failure.isOfConnection || failure.isCancellation ? StoreError(failure) : .failed(failure.message)
    }

    /// Runs a body, and converts its error.
    static func from<Value>(_ body: () throws(PostgresFailure) -> Value) throws(StoreError) -> Value {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }
}

extension ScanError {
    /// Converts an error of a statement.
    init(_ failure: PostgresFailure) {
        if failure.isCancellation {
            self = .tooSlow
        } else if failure.isStalePlan {
            self = .store(.locked)  // the next attempt finds the table as it is now
        } else if failure.isOfConnection {
            self = .store(StoreError(failure))
        } else {
            self = .query(failure.message)
        }
    }

    /// Runs a body, and converts its error.
    static func from<Value>(_ body: () throws(PostgresFailure) -> Value) throws(ScanError) -> Value {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw ScanError(error)
        }
    }
}
