import { type DatabaseRole, type RolePower, rolePowers } from "@/server/domain/operations/database-role";
import type { Db } from "./db";

/**
 * Finds the powers of the role with which this process works, also those that it has as a member of another role:
 * superuser; owner of the schema or of something in it; may switch triggers off or add some; may change entries of the
 * audit log; may give itself roles; may run programs or write files as the server.
 */
export async function findDatabaseRole({ pool }: Pick<Db, "pool">): Promise<DatabaseRole> {
  const { rows } = await pool.query<Record<RolePower, boolean> & { name: string; version: number }>(powersQuery);
  const [found] = rows;
  if (!found) throw new Error("The database has no schema public");
  // PostgreSQL 15 brought grants of single settings. By this one, all triggers are off for a session.
  const may = "select has_parameter_privilege('session_replication_role', 'set') as may";
  const maySwitch = found.version >= 150_000 && (await pool.query<{ may: boolean }>(may)).rows[0]?.may === true;
  const has = { ...found, triggers: found.triggers || maySwitch };
  return { name: found.name, powers: rolePowers.filter((power) => has[power]) };
}

const powersQuery = `
  with own as (select rolname, rolcreaterole, rolreplication from pg_roles where rolname = current_user),
       schema as (select oid, nspowner from pg_namespace where nspname = 'public')
  select own.rolname as name, current_setting('server_version_num')::int as version,
         exists (select from pg_roles r where r.rolsuper and pg_has_role(r.oid, 'member')) as superuser,
         pg_has_role(schema.nspowner, 'member')
           or exists (select from pg_class c where c.relnamespace = schema.oid and pg_has_role(c.relowner, 'member'))
           or exists (select from pg_proc p where p.pronamespace = schema.oid and pg_has_role(p.proowner, 'member'))
           as owner,
         has_schema_privilege('public', 'create')
           or exists (select from pg_class c where c.relnamespace = schema.oid and c.relkind in ('r', 'p')
                         and has_table_privilege(c.oid, 'trigger, truncate')) as triggers,
         coalesce(has_table_privilege(to_regclass('public.audit_log'), 'update, delete'), false)
           or coalesce(has_any_column_privilege(to_regclass('public.audit_log'), 'update'), false) as audit_log,
         own.rolcreaterole or own.rolreplication as roles,
         exists (select from pg_roles r where r.rolname in ('pg_execute_server_program', 'pg_write_server_files',
                                                            'pg_write_all_data') and pg_has_role(r.oid, 'member')) as server
    from own, schema`;
