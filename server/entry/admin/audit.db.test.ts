import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/audit/write-audit";
import { findCommand } from "./commands";

// The audit log is append-only, and the verification finds the entries that were changed or removed nevertheless.
let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const sql = (text: string, values: unknown[] = []) => world.db.pool.query(text, values);

const write = (scope: string, changes: Partial<NewAuditEntry> = {}) =>
  writeAudit(world.ctx, {
    scope,
    actor: { kind: "user", id: "usr_1", name: "owner@shop.test" },
    action: "key.revoke",
    actionId: newId(systemRandom, "action", world.clock.now()),
    subject: "key_1",
    outcome: "done",
    code: null,
    detail: { name: "Şubenin anahtarı" },
    sourceIp: "127.0.0.1",
    ...changes,
  });

const verify = (): Promise<readonly string[]> => {
  const found = findCommand(["audit", "verify"]);
  if (!found) throw new Error("There is no such command");
  return found.command.run(world.ctx, found.values, found.options);
};

/** Returns the message with which the command fails; the failure makes its exit code 1. */
const verifyFailure = (): Promise<string> =>
  verify().then(
    (lines) => `no failure: ${lines.join(" ")}`,
    (error: unknown) => (error instanceof AppError ? error.message : Promise.reject(error)),
  );

describe("the product's database role", () => {
  beforeAll(() => write("prt_kept"));
  test.each([
    ["changed", "update audit_log set actor_name = 'somebody else'"],
    ["changed by a statement that matches no row", "update audit_log set code = null where scope = 'none'"],
    ["deleted", "delete from audit_log"],
    ["emptied", "truncate audit_log"],
  ])("permission denied when entries are %s", async (_, statement) => {
    await expect(sql(statement)).rejects.toMatchObject({
      code: "42501",
      message: expect.stringContaining("permission denied for table audit_log"),
    });
    expect(await world.db.prisma.auditEntry.count({ where: { actorName: "owner@shop.test" } })).toBe(1);
  });

  const forge = (number: number, previousHash: string, keyId: string | null) =>
    sql(
      `insert into audit_log (id, scope, number, at, actor_kind, actor_name, action, action_id, outcome, detail,
                              source_ip, previous_hash, hash, key_id)
       select 'aud_own', scope, $1, at, 'user', 'x', 'a', 'act_own', 'done', '{}', '::1',
              case $2 when 'head' then hash else $2::bytea end, sha256('x'), $3 from audit_log where scope = 'prt_kept'`,
      [number, previousHash, keyId],
    );
  test.each<[string, Parameters<typeof forge>]>([
    ["no key", [2, "head", null]],
    ["a number after a gap", [99, "head", "audit"]],
    ["the number of another entry", [1, "head", "audit"]],
    ["another entry before it than the newest one", [2, "other", "audit"]],
  ])("is refused an entry with %s", async (_, given) => {
    await expect(forge(...given)).rejects.toThrow("an entry is signed with a key and follows the newest entry");
  });
});

describe("numbers", () => {
  test("have no gaps and form one chain when many entries are written concurrently", async () => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => write(n % 2 ? "prt_busy" : "staff")));
    for (const scope of ["prt_busy", "staff"]) {
      const entries = await world.db.prisma.auditEntry.findMany({
        where: { scope },
        orderBy: { number: "asc" },
      });
      expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, n) => BigInt(n + 1)));
      for (const [n, { previousHash }] of entries.entries()) {
        expect(Buffer.from(previousHash)).toEqual(Buffer.from(entries[n - 1]?.hash ?? []));
      }
      const head = Buffer.from(entries.at(-1)?.hash ?? []).toString("hex");
      expect(await verify()).toContain(`${scope}: 30 entries, head ${head}`);
    }
    expect((await verify()).at(-1)).toBe("chain ok");
  });
});

/** The owner of the database can disable the trigger, change rows, and enable it again. */
describe("tampering", () => {
  const scope = "prt_tampered";
  beforeEach(async () => {
    await sql("alter table audit_log disable trigger audit_log_append_only");
    await sql("delete from audit_log where scope = $1", [scope]);
    for (let n = 0; n < 5; n++) await write(scope);
  });
  afterEach(async () => {
    await sql("delete from audit_log where scope = $1", [scope]);
    await sql("alter table audit_log enable trigger audit_log_append_only");
    expect((await verify()).at(-1)).toBe("chain ok");
  });

  test.each([
    ["another actor", "update audit_log set actor_name = 'x' where scope = $1 and number = 3", 3],
    ["another detail", "update audit_log set detail = '{}' where scope = $1 and number = 2", 2],
    ["another instant", "update audit_log set at = '2026-11-20T09:00:00.001Z' where scope = $1 and number = 4", 4],
    ["another outcome", "update audit_log set outcome = 'refused' where scope = $1 and number = 5", 5],
    ["a removed entry", "delete from audit_log where scope = $1 and number = 3", 4],
    ["a removed first entry", "delete from audit_log where scope = $1 and number = 1", 2],
    [
      "a removed entry with the rest renumbered",
      `with gone as (delete from audit_log where scope = $1 and number = 5)
       update audit_log set number = 6 where scope = $1 and number = 4`,
      6,
    ],
    [
      "a changed entry with a hash that needs no key",
      `with changed as (select * from audit_log where scope = $1 and number = 3)
       update audit_log a set subject = 'x',
              hash = sha256(a.previous_hash || convert_to(audit_entry_text(jsonb_populate_record(a, '{"subject":"x"}')), 'UTF8'))
         from changed where a.id = changed.id`,
      3,
    ],
  ])("finds %s", async (_, statement, at) => {
    expect((await verify()).at(-1)).toBe("chain ok");
    await sql(statement, [scope]);
    expect(await verifyFailure()).toMatch(new RegExp(`^chain broken: entry ${at} of ${scope} `));
  });

  test.each([
    "id",
    "actor_kind",
    "actor_id",
    "actor_name",
    "action",
    "action_id",
    "subject",
    "code",
    "source_ip",
    "scope",
  ])("finds a changed %s", async (column) => {
    const moved = column === "scope" ? `${scope}_elsewhere` : "x";
    await sql(`update audit_log set ${column} = $2 where scope = $1 and number = 3`, [scope, moved]);
    expect(await verifyFailure()).toMatch(/^chain broken: entry [34] of prt_tampered/);
    await sql(`update audit_log set scope = $1 where scope = $2`, [scope, moved]);
  });

  test("shows entries that were removed from the end by another count and head", async () => {
    const before = (await verify()).find((line) => line.startsWith(scope));
    await sql("delete from audit_log where scope = $1 and number = 5", [scope]);
    const after = (await verify()).find((line) => line.startsWith(scope));
    expect(after).toMatch(/: 4 entries, /);
    expect(after?.split("head ")[1]).not.toBe(before?.split("head ")[1]);
  });
});
