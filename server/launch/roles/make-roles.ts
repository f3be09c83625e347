import { createHash, createHmac } from "node:crypto";
import pg from "pg";
import { LaunchFailure } from "../failure";
import { connect } from "../migrations/connect";
import { defaultPrefix, type RoleName, roleNames, toRole, writeGrantsSql, writeRolesSql } from "./roles-sql";
import { toScramVerifier } from "./scram";

/** The passwords of the roles; a role without one keeps the one that it has. */
export type RolePasswords = Readonly<Partial<Record<RoleName, string>>>;

/**
 * Makes the four roles of an installation, or brings them up to date, in one transaction (D-304).
 * @param ownerUrl the address of a superuser, or of an owner of the database that may create roles
 * @throws LaunchFailure when the database refuses, with its reason
 */
export async function makeRoles(ownerUrl: string, prefix: string, passwords: RolePasswords): Promise<void> {
  const verifiers = Object.fromEntries(
    roleNames.flatMap((role) => {
      const password = passwords[role];
      return password === undefined ? [] : [[role, toScramVerifier(password)]];
    }),
  );
  const client = await connect(ownerUrl);
  try {
    await client.query(`begin;\n${writeRolesSql(prefix, verifiers)}\ncommit;`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new LaunchFailure(`The roles could not be made: ${error.message}.`);
  } finally {
    await client.end();
  }
}

/**
 * Sets what the roles may do with new tables, after a migration. Does nothing where the role of the connection is not
 * the migrator of an installation with roles.
 */
export async function grantAfterMigration(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ prefix: string }>(
    `select left(current_user, -length('_migrator')) as prefix from pg_roles
      where current_user like '%\\_migrator' and rolname = left(current_user, -length('migrator')) || 'application'`,
  );
  const [found] = rows;
  if (found) await client.query(`begin;\n${writeGrantsSql(found.prefix)}\ncommit;`);
}

/**
 * Makes the roles of a sandbox and returns the address with the application's role. What was made before is left alone,
 * so that a start does not wait for it: a comment at the role names the statements and the migrations that it was made
 * with.
 * @param ownerUrl the address of the embedded PostgreSQL's superuser
 */
export async function makeSandboxRoles(ownerUrl: string): Promise<string> {
  const applicationUrl = toApplicationUrl(ownerUrl);
  const role = toRole(defaultPrefix, "application");
  const client = await connect(ownerUrl);
  try {
    const { rows } = await client.query(
      `select (select count(*)::text from _prisma_migrations) as migrations,
              (select shobj_description(oid, 'pg_authid') from pg_roles where rolname = $1) as made`,
      [role],
    );
    const text = `${writeRolesSql(defaultPrefix)} ${applicationUrl} ${rows[0].migrations}`;
    const made = createHash("sha256").update(text).digest("hex");
    if (rows[0].made === made) return applicationUrl;
    await makeRoles(ownerUrl, defaultPrefix, { application: new URL(applicationUrl).password });
    await client.query(`comment on role ${role} is '${made}'`);
    return applicationUrl;
  } finally {
    await client.end();
  }
}

/**
 * Returns the address of the sandbox's embedded database with the application's role, whose password follows from it.
 */
export function toApplicationUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac("sha256", decodeURIComponent(url.password)).update("application").digest("base64url");
  url.username = toRole(defaultPrefix, "application");
  return url.href;
}
