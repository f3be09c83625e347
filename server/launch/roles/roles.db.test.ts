import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rolePowers } from "@/server/domain/operations/database-role";
import { findDatabaseRole } from "@/server/store/database-role";
import { sealedColumns } from "@/server/store/sealed-values";
import { createTestDatabase, type TestDatabase, testRolePrefix } from "@/server/testing/world/database";
import { makeRoles } from "./make-roles";
import { applicationRights, auditorTables, secretColumns } from "./privileges";
import { type RoleName, roleNames, toRole, writeRolesSql } from "./roles-sql";
import { toScramVerifier } from "./scram";

let database: TestDatabase;
let owner: pg.Client;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await open(database.url);
  // The set-up of the run has made the roles before. What belongs to the database as a whole is not copied with it.
  await makeRoles(database.url, testRolePrefix, {});
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  clients.push(client);
  return client;
}

const privileges = ["select", "insert", "update", "delete", "truncate", "references", "trigger"] as const;
type Privilege = (typeof privileges)[number];

/** What each role may do with a table, by the table of rights. The reader has rights on columns. */
const expected: Readonly<Record<Exclude<RoleName, "migrator">, (table: string) => readonly Privilege[]>> = {
  application: (table) => ["select", ...(applicationRights[table] ?? [])],
  reader: () => [],
  auditor: (table) => (auditorTables.includes(table) ? ["select"] : []),
};

test("every table of the schema is in the table of rights, and none besides", async () => {
  const { rows } = await owner.query("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(applicationRights).sort());
});

test.each(Object.entries(expected))("role %s has exactly its privileges on every table", async (role, toPrivileges) => {
  const { rows } = await owner.query<{ name: string; has: Privilege[] }>(
    `select t.tablename as name,
            array(select p from unnest($2::text[]) p where has_table_privilege($1, 'public.' || t.tablename, p)) as has
       from pg_tables t where t.schemaname = 'public'`,
    [toRole(testRolePrefix, role as RoleName), privileges],
  );
  expect(rows.length).toBeGreaterThan(50);
  const byName = (tables: readonly { name: string; has: readonly Privilege[] }[]) =>
    Object.fromEntries(tables.map(({ name, has }) => [name, [...has].sort()]));
  expect(byName(rows)).toEqual(byName(rows.map(({ name }) => ({ name, has: toPrivileges(name) }))));
});

test("the reader reads every column but the secret ones, and those are all that is sealed or hashed", async () => {
  const { rows } = await owner.query<{ column: string; readable: boolean; bytes: boolean }>(
    `select c.table_name || '.' || c.column_name as column, c.data_type = 'bytea' as bytes,
            has_column_privilege($1, 'public.' || c.table_name, c.column_name, 'select') as readable
       from information_schema.columns c where c.table_schema = 'public'`,
    [toRole(testRolePrefix, "reader")],
  );
  const secrets = Object.entries(secretColumns).flatMap(([table, columns]) =>
    columns.map((name) => `${table}.${name}`),
  );
  expect(
    rows
      .filter(({ readable }) => !readable)
      .map(({ column }) => column)
      .sort(),
  ).toEqual(secrets.sort());
  expect(secrets).toEqual(expect.arrayContaining([...sealedColumns]));
  const open = [
    "audit_log.hash",
    "audit_log.previous_hash",
    "bank_callback.digest",
    "bank_day.digest",
    "logo_request.picture",
    "passkey.public_key",
  ];
  const readableBytes = rows.filter(({ readable, bytes }) => readable && bytes).map(({ column }) => column);
  expect(readableBytes.sort()).toEqual([...open, "webhook_attempt.response", "webhook_delivery.body"].sort());
});

describe("the application's role", () => {
  let application: pg.Client;
  beforeAll(async () => {
    application = await open(database.urlOf("application"));
  });

  test.each([
    ["alter table audit_log disable trigger all", /must be owner of table audit_log/],
    ["alter table payment drop constraint payment_pkey", /must be owner of table payment/],
    ["set session_replication_role = replica", /permission denied to set parameter/],
    ["update audit_log set actor_name = 'x'", /permission denied for table audit_log$/],
    ["delete from audit_log", /permission denied for table audit_log$/],
    ["truncate audit_log", /permission denied for table audit_log$/],
    ["delete from payment", /permission denied for table payment/],
    ["update settlement set amount = 0", /permission denied for table settlement/],
    ["create table hidden ()", /permission denied for schema public/],
    ["create temporary table audit_log ()", /permission denied to create temporary tables/],
    [
      "create or replace function chain_audit_entry() returns trigger language plpgsql as ''",
      /permission denied|must be owner/,
    ],
    ["drop trigger audit_log_append_only on audit_log", /must be owner/],
    ["create role other", /permission denied to create role/],
    [`set role ${toRole(testRolePrefix, "migrator")}`, /permission denied to set role/],
  ])("is refused: %s", async (statement, message) => {
    await expect(application.query(statement)).rejects.toThrow(message);
  });

  test("has no power besides its work, and a superuser has every one", async () => {
    const powersOf = async (client: pg.Client) => (await findDatabaseRole({ pool: client as never })).powers;
    expect(await powersOf(application)).toEqual([]);
    expect(await powersOf(await open(database.urlOf("auditor")))).toEqual([]);
    expect(await powersOf(owner)).toEqual(rolePowers);
    expect(await powersOf(await open(database.urlOf("migrator")))).toEqual(["owner", "triggers", "audit_log"]);
  });

  test.each([
    ["owner", "grant $migrator to $application"],
    ["triggers", "grant set on parameter session_replication_role to $application"],
    ["triggers", "grant trigger on payment to $application"],
    ["audit_log", "grant update (actor_name) on audit_log to $application"],
    ["roles", "alter role $application createrole"],
    ["server", "grant pg_write_all_data to $application"],
  ])("is found to have the power %s after: %s", async (power, give) => {
    const named = (text: string) => text.replace(/\$(\w+)/g, (_, role) => toRole(testRolePrefix, role));
    // The tests of other files use the same roles at the same time, so the change is never committed.
    await owner.query("begin");
    try {
      await owner.query(named(give));
      await owner.query(named("set local role $application"));
      expect((await findDatabaseRole({ pool: owner as never })).powers).toContain(power);
    } finally {
      await owner.query("rollback");
    }
  });
});

test("a table that a later migration makes is the product's to work with, and nobody else's", async () => {
  const migrator = await open(database.urlOf("migrator"));
  await migrator.query("create table later (id text)");
  const { rows } = await owner.query(
    `select r.role, array(select p from unnest($2::text[]) p where has_table_privilege(r.role, 'later', p)) as has
       from unnest($1::text[]) r (role)`,
    [["application", "reader", "auditor"].map((role) => toRole(testRolePrefix, role as RoleName)), privileges],
  );
  expect(rows.map(({ has }) => has)).toEqual([["select", "insert", "update", "delete"], [], []]);
});

test("the printed statements name no password, and a password is in no statement as it is", () => {
  expect(writeRolesSql("shop")).not.toMatch(/ PASSWORD '/);
  const verifier = toScramVerifier("a password of a role", Buffer.alloc(16, 1));
  expect(writeRolesSql("shop", { reader: verifier })).toContain(`ALTER ROLE shop_reader PASSWORD '${verifier}';`);
  expect(verifier).toMatch(/^SCRAM-SHA-256\$4096:AQEBAQEBAQEBAQEBAQEBAQ==\$[\w+/]{43}=:[\w+/]{43}=$/);
  expect(roleNames.every((role) => writeRolesSql("shop").includes(toRole("shop", role)))).toBe(true);
});
