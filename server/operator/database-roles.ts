import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readRolesEnv } from "../env";
import { LaunchFailure } from "../launch/failure";
import { makeRoles } from "../launch/roles/make-roles";
import { defaultPrefix, roleNames, toRole, writeRolesSql } from "../launch/roles/roles-sql";

/**
 * How the command is shown in the list of commands. It works before the product can start, so it needs no other
 * setting.
 */
export const databaseRolesUsage = {
  form: "database roles [--prefix NAME] [--print]",
  help: "makes the database roles, or prints the statements; needs DATABASE_ADMIN_URL",
};

export const isDatabaseRoles = ([first, second]: readonly string[]): boolean =>
  first === "database" && second === "roles";

/**
 * Makes the four database roles of an installation and returns what was done; with `--print` only the statements
 * (D-304). Passwords come from variables or files, and appear neither in the answer nor in a statement.
 * @throws LaunchFailure for words and variables that cannot be used, and when the database refuses
 */
export async function runDatabaseRoles(words: readonly string[]): Promise<string[]> {
  const { prefix, print } = readWords(words.slice(2));
  if (print) {
    return [
      "-- Execute these statements as a superuser, or as an owner of the database who may create roles. Then give each role",
      `-- that signs in with a password one, for example in psql: \\password ${toRole(prefix, "application")}`,
      "BEGIN;",
      writeRolesSql(prefix),
      "COMMIT;",
    ];
  }
  const { adminUrl, passwords, passwordFiles } = readRolesEnv();
  const fromFiles = Object.entries(passwordFiles).map(([role, file]) => [role, readPassword(file)]);
  const given = { ...passwords, ...Object.fromEntries(fromFiles) };
  await makeRoles(adminUrl, prefix, given);
  return [
    ...roleNames.map((role) => `${toRole(prefix, role)}: ${role in given ? "password set" : "password unchanged"}`),
    "The migrator owns the schema. Start the product with MIGRATION_DATABASE_URL of the migrator and DATABASE_URL of the application.",
  ];
}

function readWords(words: readonly string[]): { prefix: string; print: boolean } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { prefix: { type: "string", default: defaultPrefix }, print: { type: "boolean", default: false } },
    });
    if (!/^[a-z][a-z0-9_]{0,30}$/.test(values.prefix)) {
      throw new LaunchFailure(
        "The prefix must be lower-case letters, digits and underscores, and begin with a letter.",
      );
    }
    return values;
  } catch (error) {
    throw error instanceof LaunchFailure ? error : new LaunchFailure(`database roles: ${(error as Error).message}`);
  }
}

function readPassword(file: string): string {
  const text = readFile(file).replace(/\r?\n$/, "");
  if (/^[ -~]{12,}$/.test(text)) return text;
  throw new LaunchFailure(`The password in ${file} must be at least 12 printable ASCII characters.`);
}

function readFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new LaunchFailure(`The file ${file} cannot be read.`);
  }
}
