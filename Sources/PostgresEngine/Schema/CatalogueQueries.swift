/// The queries of the catalogue's tables (postgresql.org/docs/current/catalogs.html).
enum CatalogueQueries {
    /// The condition that a relation `c` is in a schema of the search path.
    static let isInPath =
        "c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false)))"

    /// The condition that a relation `c` is shown: a table, a view or a foreign table that is no part of another one.
    static let isShown = """
        c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relname NOT LIKE '\\_oriel\\_%'
        AND \(isInPath) AND c.relnamespace NOT IN ('pg_catalog'::regnamespace,
        'information_schema'::regnamespace) AND c.relpersistence <> 't' AND has_table_privilege(c.oid, 'SELECT')
        """

    /// The condition that the stream brings all changes of a table `c`.
    static let isPublished = """
        c.oid IN (SELECT format('%I.%I', schemaname, tablename)::regclass FROM pg_publication_tables
            WHERE pubname = '\(Capture.publication)' AND to_jsonb(pg_publication_tables) ->> 'rowfilter' IS NULL)
        """

    /// The condition that triggers log all changes of a table `c` and of its parts, with the columns of its key. A
    /// subscription fires no triggers of statements.
    static let isLogged = """
        NOT c.relispartition AND NOT EXISTS (
            SELECT 1 FROM unnest(array(SELECT relid::oid FROM pg_partition_tree(c.oid)) || c.oid) AS part,
                unnest(array[\(Capture.triggerNames.map { "'\($0)'" }.joined(separator: ", "))]) AS name
            WHERE NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = part AND tgname = name AND tgenabled = 'A')
                OR EXISTS (SELECT 1 FROM pg_subscription_rel WHERE srrelid = part))
        AND (SELECT tgargs FROM pg_trigger WHERE tgrelid = c.oid AND tgname = '\(Capture.triggerNames[0])') = (
            SELECT string_agg(convert_to(attname, getdatabaseencoding()) || '\\x00'::bytea, '' ORDER BY place)
            FROM pg_index CROSS JOIN unnest(indkey::int2[]) WITH ORDINALITY AS key(number, place)
                JOIN pg_attribute ON attrelid = indrelid AND attnum = number
            WHERE indrelid = c.oid AND indisprimary)
        """

    static let columns = """
        WITH element AS (
            SELECT a.oid, t.typtype, t.typrelid, coalesce(nullif(t.typbasetype, 0), t.oid) AS base
            FROM pg_type a JOIN pg_type t ON t.oid = CASE a.typcategory WHEN 'A' THEN a.typelem ELSE a.oid END),
        ordered AS (
            SELECT element.oid FROM element JOIN pg_type t ON t.oid = base
            WHERE t.typtype IN ('e', 'r', 'm') OR EXISTS (
                SELECT FROM pg_opclass WHERE opcdefault AND opcmethod = 403 AND (opcintype = base OR opcintype IN (
                    SELECT casttarget FROM pg_cast
                    WHERE castsource = base AND castmethod = 'b' AND castcontext = 'i')))),
        sortable AS (
            SELECT oid FROM ordered
            UNION SELECT oid FROM element WHERE typtype = 'c' AND NOT EXISTS (
                SELECT FROM pg_attribute WHERE attrelid = typrelid AND attnum > 0 AND NOT attisdropped
                    AND atttypid NOT IN (SELECT oid FROM ordered)))
        SELECT c.oid::bigint, c.relname, c.relkind, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
            coalesce(nullif(b.typbasetype, 0), nullif(t.typbasetype, 0), t.oid)::bigint,
            a.attnotnull OR t.typnotnull,
            CASE WHEN a.attidentity <> '' THEN 'identity' ELSE pg_get_expr(d.adbin, d.adrelid) END,
            a.attgenerated <> '' OR a.attidentity = 'a',
            a.attcollation::bigint,
            has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
                AND has_table_privilege(c.oid, 'DELETE'),
            col_description(c.oid, a.attnum),
            CASE WHEN NOT pg_table_is_visible(c.oid) THEN (
                SELECT nspname FROM pg_namespace n WHERE n.oid = relnamespace) END,
            (SELECT format_type(e.oid, NULL) FROM pg_type e
                WHERE t.typtype = 'd' AND e.typtype = 'e'
                    AND e.oid = coalesce(nullif(b.typbasetype, 0), t.typbasetype)),
            coalesce(nullif(b.typbasetype, 0), nullif(t.typbasetype, 0), t.oid) IN (SELECT oid FROM sortable),
            EXISTS (SELECT FROM pg_trigger
                WHERE tgrelid = c.oid AND tgtype & 7 = 7 AND NOT tgisinternal AND tgenabled IN ('O', 'A')),
            coalesce(b.typtype, t.typtype) = 'c'
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type b ON b.oid = t.typbasetype
            LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE \(isShown) ORDER BY pg_table_is_visible(c.oid) DESC, c.oid, a.attnum
        """

    static let keys = """
        SELECT i.indrelid::bigint, array_to_string(i.indkey::int[], ' ')
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE i.indisprimary AND \(isShown)
        """

    static let foreignKeys = """
        SELECT k.conrelid::bigint, k.confrelid::bigint, array_to_string(k.conkey, ' '), array_to_string(k.confkey, ' ')
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.contype = 'f' AND k.conparentid = 0 AND \(isShown) ORDER BY k.conrelid, k.conname
        """

    /// A hash over everything that the other queries read.
    static let version = """
        SELECT hashtextextended(coalesce(string_agg(line, '' ORDER BY line), ''), 0) FROM (
            SELECT concat_ws(' ', c.oid, c.relname, pg_table_is_visible(c.oid), c.relkind, c.relreplident, c.relacl, c.relowner, c.relrowsecurity,
                c.relforcerowsecurity, a.attnum, a.attname, a.attacl, a.atttypid, a.atttypmod, a.attnotnull,
                a.attcollation, a.atthasdef, a.attidentity, a.attgenerated) AS line
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE \(isShown)
            UNION ALL SELECT concat_ws(' ', c.oid, pg_relation_filenode(c.oid)) FROM pg_class c WHERE \(isShown)
            UNION ALL SELECT concat_ws(' ', inhrelid, inhparent, pg_relation_filenode(inhrelid)) FROM pg_inherits
            UNION ALL SELECT concat_ws(' ', conrelid, conname, contype, conkey, confrelid, confkey) FROM pg_constraint
            WHERE contype IN ('p', 'f')
            UNION ALL SELECT concat_ws(' ', enumtypid, enumlabel, enumsortorder) FROM pg_enum
            UNION ALL SELECT concat_ws(' ', pubname, tablename) FROM pg_publication_tables WHERE pubname = $1
            UNION ALL SELECT concat_ws(' ', objoid, objsubid, description) FROM pg_description
                JOIN pg_class c ON c.oid = objoid WHERE classoid = 'pg_class'::regclass AND \(isShown)
            UNION ALL SELECT concat_ws(' ', polrelid, polname, polcmd, polpermissive, polroles::text, polqual::text)
            FROM pg_policy
            UNION ALL SELECT concat_ws(' ', 'member', roleid, member) FROM pg_auth_members
            UNION ALL SELECT concat_ws(' ', 'role', oid, rolname, rolsuper, rolbypassrls) FROM pg_roles
            UNION ALL SELECT concat_ws(' ', 'schema', oid, nspname, nspacl) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
            UNION ALL SELECT concat_ws(' ', 'function', oid, xmin) FROM pg_proc
            WHERE oid >= 16384 AND EXISTS (SELECT FROM pg_policy)
            UNION ALL SELECT concat_ws(' ', 'subscription', srsubid, srrelid) FROM pg_subscription_rel
            UNION ALL SELECT concat_ws(' ', tgrelid, tgname, tgenabled, tgtype, tgargs) FROM pg_trigger
            WHERE NOT tgisinternal
        ) AS lines
        """
}
