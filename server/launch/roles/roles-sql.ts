import {
  applicationRights,
  auditorTables,
  changeableColumns,
  secretColumns,
  type TableRight,
  undecidedRights,
} from "./privileges";

export const roleNames = ["migrator", "application", "reader", "auditor"] as const;
export type RoleName = (typeof roleNames)[number];

/** The default beginning of the roles' names, e.g. of `vezne_application`. */
export const defaultPrefix = "vezne";

/** Returns the name of a role in the database. Roles belong to the whole server, so each installation has a prefix. */
export const toRole = (prefix: string, role: RoleName): string => `${prefix}_${role}`;

/**
 * Returns the statements that make the roles and hand the schema to the migrator; they need an owner or a superuser.
 */
export const writeRolesSql = (prefix: string, verifiers: Readonly<Partial<Record<RoleName, string>>> = {}): string =>
  [
    ...roleNames.map((role) => writeRole(toRole(prefix, role), verifiers[role])),
    writeMembership(prefix, "GRANT"),
    writeOwnership(toRole(prefix, "migrator")),
    writeGrantsSql(prefix),
    writeMembership(prefix, "REVOKE"),
  ].join("\n\n");

/** A role that exists keeps its password where none is given. */
function writeRole(name: string, verifier: string | undefined): string {
  const password = verifier === undefined ? "" : `\nALTER ROLE ${name} PASSWORD '${verifier}';`;
  return `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} LOGIN; END IF;
END $$;
ALTER ROLE ${name} LOGIN;${password}`;
}

/** Who is no superuser changes what the migrator owns as its member, which ends with the statements. */
const writeMembership = (prefix: string, verb: "GRANT" | "REVOKE"): string => `DO $$ BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    ${verb} ${toRole(prefix, "migrator")} ${verb === "GRANT" ? "TO" : "FROM"} CURRENT_USER;
  END IF;
END $$;`;

/** Hands the schema and everything in it, except for what extensions own, to the migrator. */
const writeOwnership = (migrator: string): string => `DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT 'ALTER SCHEMA public OWNER TO ${migrator}' FROM pg_namespace
     WHERE nspname = 'public' AND nspowner <> '${migrator}'::regrole
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO ${migrator}',
                  CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
                                 ELSE 'TABLE' END, c.oid::regclass)
      FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND c.relowner <> '${migrator}'::regrole
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'a', 'i'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${migrator}', p.oid::regprocedure) FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> '${migrator}'::regrole
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${migrator}', t.oid::regtype) FROM pg_type t
     WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd') AND t.typowner <> '${migrator}'::regrole
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
  LOOP
    EXECUTE statement;
  END LOOP;
  -- Migrations use temporary tables; of the application's role such a table could hide one of the schema.
  EXECUTE format('REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO ${migrator}', current_database());
END $$;`;

/**
 * Returns the statements that set what the roles may do with the tables that exist (D-304). The migrator executes them
 * after each migration, because it owns the tables.
 */
export const writeGrantsSql = (prefix: string): string => {
  const [application, reader, auditor] = (["application", "reader", "auditor"] as const).map((role) =>
    toRole(prefix, role),
  );
  const migrator = toRole(prefix, "migrator");
  return `REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO ${application}, ${reader}, ${auditor};
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${application}, ${reader}, ${auditor};
ALTER DEFAULT PRIVILEGES FOR ROLE ${migrator} IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${application};

DO $$
DECLARE
  wanted record;
  readable text;
  changeable text;
BEGIN
  FOR wanted IN SELECT c.oid, c.relname AS name, w.secrets, w.changeable, w.audited,
                       coalesce(w.rights, '${toPrivileges(undecidedRights)}') AS rights
                  FROM pg_class c LEFT JOIN (VALUES
${writeTableRows()}
  ) w (name, rights, secrets, changeable, audited) ON w.name = c.relname
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('GRANT %s ON public.%I TO ${application}', wanted.rights, wanted.name);
    CONTINUE WHEN wanted.secrets IS NULL;
    SELECT string_agg(quote_ident(attname), ', ') INTO changeable FROM pg_attribute
     WHERE attrelid = wanted.oid AND attname = ANY (wanted.changeable);
    IF changeable IS NOT NULL THEN
      EXECUTE format('GRANT UPDATE (%s) ON public.%I TO ${application}', changeable, wanted.name);
    END IF;
    SELECT string_agg(quote_ident(attname), ', ') INTO readable FROM pg_attribute
     WHERE attrelid = wanted.oid AND attnum > 0 AND NOT attisdropped AND attname <> ALL (wanted.secrets);
    EXECUTE format('GRANT SELECT (%s) ON public.%I TO ${reader}', readable, wanted.name);
    IF wanted.audited THEN EXECUTE format('GRANT SELECT ON public.%I TO ${auditor}', wanted.name); END IF;
  END LOOP;
END $$;`;
};

const writeTableRows = (): string =>
  Object.entries(applicationRights)
    .map(([table, rights]) => {
      const [secrets, changeable] = [secretColumns, changeableColumns].map((columns) => toNames(columns[table] ?? []));
      const audited = auditorTables.includes(table);
      return `    ('${table}', '${toPrivileges(rights)}', ${secrets}, ${changeable}, ${audited})`;
    })
    .join(",\n");

const toPrivileges = (rights: readonly TableRight[]): string =>
  ["SELECT", ...rights.map((right) => right.toUpperCase())].join(", ");

const toNames = (columns: readonly string[]): string =>
  `ARRAY[${columns.map((column) => `'${column}'`).join(", ")}]::name[]`;
