import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAuditKeys } from "@/server/domain/audit/chain";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { exportAuditHeads } from "@/server/usecases/audit/export-audit-heads";
import { mailAuditHeads } from "@/server/usecases/audit/mail-audit-heads";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";
import { findCommand } from "./commands";

// What an owner of the database can do to the audit log, and how it is found (S36): the keys of the chain and the
// exported heads are out of its reach.
let world: TestWorld;
let ctx: Ctx;
const folder = mkdtempSync(join(tmpdir(), "vezne-heads-"));
const file = join(folder, "heads.jsonl");
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const scope = "prt_ours";
const sql = (text: string, values: unknown[] = []) => world.db.pool.query(text, values);

const write = (count: number, by: Ctx = ctx) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before) =>
      before.then(() =>
        writeAudit(by, {
          scope,
          actor: { kind: "user", id: "usr_1", name: "owner@shop.test" },
          action: "key.revoke",
          actionId: newId(systemRandom, "action", by.clock.now()),
          subject: null,
          outcome: "done",
          code: null,
          detail: {},
          sourceIp: "127.0.0.1",
        }),
      ),
    Promise.resolve(),
  );

/** Runs a command and returns its last line, or the message with which it fails. */
const run = async (command: string, by: Ctx = ctx): Promise<string> => {
  const found = findCommand(command.split(" "));
  if (!found) throw new Error(`There is no command ${command}`);
  try {
    return (await found.command.run(by, found.values, found.options)).join("\n");
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};
const verify = (by?: Ctx) => run("audit verify", by);
const against = () => run(`audit verify --against ${file}`);

/** Does what the owner of a database can do: changes entries with all triggers off, and computes their hashes again. */
async function rewrite(
  statement: string,
  toHash?: (text: string, previous: Buffer, row: Row) => Buffer,
): Promise<void> {
  await sql("alter table audit_log disable trigger all");
  await sql(statement);
  let previous: Buffer = Buffer.alloc(0);
  for (const row of toHash ? await readRows() : []) {
    const hash = toHash?.(row.text, previous, row) ?? row.hash;
    await sql("update audit_log set previous_hash = $1, hash = $2 where id = $3", [previous, hash, row.id]);
    previous = hash;
  }
  await sql("alter table audit_log enable trigger all");
}

type Row = Readonly<Record<string, unknown>> & { id: string; text: string; hash: Buffer; at: Date; detail: string };
const readRows = async (): Promise<Row[]> =>
  (
    await sql(
      `select a.*, a.detail::text as detail, audit_entry_text(a) as text from audit_log a where scope = '${scope}'
        order by number`,
    )
  ).rows;

const withoutKey = (text: string, previous: Buffer): Buffer =>
  createHash("sha256").update(previous).update(text).digest();

beforeEach(async () => {
  ctx = world.ctx;
  world.exportedHeads.length = 0;
  await sql(
    "alter table audit_log disable trigger all; delete from audit_log; alter table audit_log enable trigger all",
  );
  await write(10);
});

describe("without the key, an owner of the database is found who", () => {
  test("rewrites eight entries and computes the chain again: verify names the first one", async () => {
    expect(await verify()).toMatch(/chain ok$/);
    await rewrite(
      "update audit_log set actor_name = 'nobody@demo.test' where number between 3 and 10",
      (text, previous, row) => (Number(row.number) < 3 ? row.hash : withoutKey(text, previous)),
    );
    expect(await verify()).toBe(`chain broken: entry 3 of ${scope} (10 in total) is not what was signed`);
  });

  test.each([
    ["the end of a log", "number > 6", 7],
    ["a whole log", "true", 1],
  ])("presents %s as entries from before the keys, also after the product has added one", async (_, which, at) => {
    await rewrite(`update audit_log set actor_name = 'x', key_id = null where ${which}`, (text, previous, row) =>
      Number(row.number) < at ? row.hash : withoutKey(text, previous),
    );
    const broken = new RegExp(
      `^chain broken: entry ${at} of ${scope} \\(1[01] in total\\) has no key, and no seal covers it$`,
    );
    expect(await verify()).toMatch(broken);
    await write(1);
    expect(await verify()).toMatch(broken);
  });

  test("cuts the end off: only the exported heads show it, by file, by the product's log and by mail", async () => {
    await exportAuditHeads(ctx);
    await mailAuditHeads(ctx);
    await rewrite("delete from audit_log where number > 7");
    expect(await verify()).toMatch(/chain ok$/);
    const missing = `chain broken: entries 8 to 10 of ${scope} are missing at the end, although exported`;
    const [line = ""] = world.exportedHeads;
    const logged = JSON.stringify({ level: "info", auditHead: JSON.parse(line), msg: "exported" });
    for (const kept of [line, logged, await readMail()]) {
      writeFileSync(file, kept);
      expect(await against()).toBe(missing);
    }
  });
});

test("with the key, a rewritten chain verifies, and the exported heads still show from where it differs", async () => {
  writeFileSync(file, `${await run("audit heads")}\n`);
  await write(5);
  writeFileSync(file, `${await run("audit heads")}\n`, { flag: "a" });
  expect(await against()).toMatch(/2 exported heads agree with the logs\nchain ok$/);
  await rewrite("update audit_log set subject = 'x' where number = 12", signWithKey);
  expect(await verify()).toMatch(/chain ok$/);
  expect(await against()).toBe(
    `chain broken: entries 11 to 15 of ${scope} differ from what was exported: changed, removed or replaced`,
  );
});

test("entries from before the keys count below a seal, which is written once", async () => {
  await rewrite("update audit_log set key_id = null", withoutKey);
  expect(await verify()).toMatch(/^chain broken: entry 1 of prt_ours .* no seal covers it$/);
  expect(await run("audit seal")).toBe("Sealed 1 audit log.");
  expect(await run("audit seal")).toBe("Every audit log ends with an entry that has a key.");
  await write(1);
  expect(await verify()).toMatch(/^prt_ours: 12 entries, head [0-9a-f]{64}\nchain ok$/);
  await rewrite("update audit_log set subject = 'x' where number = 4", (text, previous, row) =>
    row.key_id === null ? withoutKey(text, previous) : row.hash,
  );
  expect(await verify()).toMatch(/^chain broken: entry 11 of prt_ours .* is not what was signed$/);
});

test("a new key signs from now on; the entries of an old one need it in the list", async () => {
  const [first, second] = [
    { id: "audit", key: Buffer.alloc(32, 9) },
    { id: "next", key: Buffer.alloc(32, 4) },
  ];
  const rotated = { ...ctx, auditKeys: createAuditKeys([second, first]) };
  await write(1, rotated);
  expect(await verify(rotated)).toMatch(/chain ok$/);
  expect((await sql("select key_id from audit_log where number >= 10 order by number")).rows).toEqual([
    { key_id: "audit" },
    { key_id: "next" },
  ]);
  expect(await verify()).toMatch(/entry 11 of prt_ours .* was signed with a key that is not in AUDIT_KEYS$/);
  const other = { ...ctx, auditKeys: createAuditKeys([{ id: "audit", key: Buffer.alloc(32, 1) }]) };
  expect(await verify(other)).toMatch(/entry 1 of prt_ours .* is not what was signed$/);
});

test("each hour exports the heads that have changed, and raises an alert when a log contradicts them", async () => {
  expect(await exportAuditHeads(ctx)).toBe(1);
  expect(await exportAuditHeads(ctx)).toBe(0);
  await write(1);
  expect(await exportAuditHeads(ctx)).toBe(1);
  expect(world.exportedHeads.map((line) => JSON.parse(line).number)).toEqual(["10", "11"]);
  expect(await world.db.prisma.staffAlert.count()).toBe(0);
  await rewrite("delete from audit_log where number = 11");
  await exportAuditHeads(ctx);
  expect(await world.db.prisma.staffAlert.findMany()).toMatchObject([
    {
      kind: "audit_log_changed",
      subject: scope,
      detail: "entry 11 of prt_ours is missing at the end, although exported",
    },
  ]);
});

test("no mail is written without an address", async () => {
  expect(await mailAuditHeads({ ...ctx, auditHeads: { ...ctx.auditHeads, mailTo: null } })).toBe(false);
});

test.each([
  ["that is not there", "none.jsonl", null, /cannot be read/],
  ["without a head", "empty.jsonl", "a note\n", /has no exported head/],
  ["with a damaged head", "damaged.jsonl", '{"scope":"staff","mac":"12"}\n', /Line 1 is no exported head/],
])("a file %s is refused", async (_, name, content, message) => {
  if (content !== null) writeFileSync(join(folder, name), content);
  expect(await run(`audit verify --against ${join(folder, name)}`)).toMatch(message);
});

/** Computes the hash that the product computes; the key is that of the test world. */
const signWithKey = (_text: string, previous: Buffer, row: Row): Buffer =>
  createHmac("sha256", Buffer.alloc(32, 9))
    .update(
      JSON.stringify([
        "audit-entry-1",
        "audit",
        previous.toString("hex"),
        row.scope,
        row.number,
        row.at.getTime(),
        row.id,
        ...["actor_kind", "actor_id", "actor_name", "action", "action_id", "subject", "outcome", "code"].map(
          (c) => row[c],
        ),
        row.detail,
        row.source_ip,
      ]),
    )
    .digest();

async function readMail(): Promise<string> {
  const { id, content, recipient } = await world.db.prisma.mailMessage.findFirstOrThrow({
    where: { kind: "audit_heads" },
  });
  expect(recipient).toBe("audit@vezne.test");
  const { heads } = JSON.parse(ctx.vault.open(`mail:${id}`, content ?? new Uint8Array()));
  return heads.map((head: { scope: string; entry: string }) => `${head.scope}: ${head.entry}`).join("\r\n");
}
