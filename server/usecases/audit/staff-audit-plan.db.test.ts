import { afterAll, beforeAll, expect, test } from "vitest";
import { idBound } from "@/server/domain/ids";
import { countCases } from "@/server/testing/run/cases";
import { newPerson } from "@/server/testing/world/people";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listStaffAudit } from "./staff-audit-queries";

/** Actions, of which each has two entries. The long search has a million entries. */
const actions = countCases(20_000, 500_000);
/** The time between two actions, in ms. */
const stepMs = 1_000;
const accounts = 200;
const start = new Date("2024-01-01T00:00:00.000Z");
const at = (action: number) => new Date(start.getTime() + action * stepMs);

let world: TestWorld;
/** The address of a person of staff who did every fiftieth action. */
let email = "";
beforeAll(async () => {
  world = await openTestWorld();
  const person = await newPerson(world.ctx, "staff");
  email = person.email;
  const client = await world.db.pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    // Identifiers whose time is in their first ten characters, as those of the product are.
    await client.query(
      `insert into audit_log (id, scope, number, at, actor_kind, actor_id, actor_name, action, action_id, subject,
                              outcome, code, detail, source_ip, previous_hash, hash)
       select replace(b.id, '*', e.sign::text), scope, 2 * a + e.sign, $1::timestamptz + a * $2 * interval '1 ms',
              'staff', case a % 50 when 9 then $5 else 'usr_' || a % 50 end, 'Vezne', (array['partner.hold', 'self.signIn', 'terminal.update'])[1 + a % 3],
              'act_' || a, 'prt_' || a % $4, (case when e.sign = 0 then 'begun' when a % 500 = 0 then 'refused' else 'done' end)::"AuditOutcome",
              null, '{}', '192.0.2.1', '', ''
         from unnest($3::text[]) with ordinality b (id, place), lateral (select (place - 1)::int as a) n,
              lateral (select case when a % 2 = 0 then 'staff' else 'prt_' || a % $4 end as scope) s,
              generate_series(0, 1) e (sign)
        where not (e.sign = 1 and a % 10000 = 7)`,
      [
        start,
        stepMs,
        Array.from({ length: actions }, (_, a) => `${idBound("auditEntry", at(a))}00000000000000*`),
        accounts,
        person.id,
      ],
    );
    await client.query(
      `insert into audit_unfinished (action_id, scope, entry_id)
       select min(action_id), min(scope), min(id) from audit_log group by action_id, scope having count(*) = 1`,
    );
    await client.query("commit");
    await client.query("vacuum analyze audit_log, audit_unfinished");
  } finally {
    client.release();
  }
});
afterAll(() => world.close());

const none = { scope: null, account: null, area: null, outcome: null, text: null, from: null, until: null };
const middle = at(actions / 2);
/** The pages of the table and of its indexes that a page of 50 actions may read. */
const pagesMax = 1_500;

test.each([
  ["without a filter", {}],
  ["of one log", { scope: "prt_7" }],
  ["about one account", { account: "prt_8" }],
  ["of one area", { area: "terminal" }],
  ["of one record", { text: "prt_9" }],
  ["refused", { outcome: "refused" }],
  ["about one account in an area", { account: "prt_8", area: "partner" }],
  ["in a time", { from: middle, until: at(actions / 2 + 500) }],
  ["before a time", { until: middle }],
  ["of one record before a time", { text: "prt_9", until: middle }],
] as const)("a page of actions %s reads few rows, from the newest and from the middle of the log", async (_, given) => {
  await expectFewPages(given);
});

test("unfinished actions are read without comparing the log with itself", async () => {
  const list = () => listStaffAudit(world.ctx, { ...none, outcome: "unfinished", before: null, countMax: 50 });
  const plan = await explainLastQuery(world.db, list);
  expect(plan).not.toMatch(/Seq Scan on audit_log/);
  expect(countPages(plan), plan).toBeLessThan(pagesMax);
  const { items } = await list();
  expect(items.length).toBe(Math.min(50, actions / 10_000));
  expect(items.every(({ outcome }) => outcome === "unfinished")).toBe(true);
});

test("a page of actions of one person reads few rows", () => expectFewPages({ text: email }));

async function expectFewPages(given: Partial<Parameters<typeof listStaffAudit>[1]>): Promise<void> {
  for (const before of [null, idBound("auditEntry", middle)]) {
    const list = () => listStaffAudit(world.ctx, { ...none, ...given, before, countMax: 50 });
    const plan = await explainLastQuery(world.db, list);
    expect(plan, "no sequential read of the log").not.toMatch(/Seq Scan on audit_log/);
    expect(countPages(plan), plan).toBeLessThan(pagesMax);
  }
  const { items } = await listStaffAudit(world.ctx, { ...none, ...given, before: null, countMax: 50 });
  expect(items.length).toBeGreaterThan(10);
}

test("pages follow each other without a gap and without an action twice", async () => {
  const seen: string[] = [];
  for (let before: string | null = null, page = 0; page < 4; page++) {
    const { items, nextCursor } = await listStaffAudit(world.ctx, { ...none, account: "prt_8", before, countMax: 20 });
    seen.push(...items.map(({ actionId }) => actionId));
    before = nextCursor;
  }
  // Every second action of the account is in the log of the staff, and every other one in its own.
  const newest = Array.from({ length: 80 }, (_, index) => `act_${actions - accounts + 8 - index * accounts}`);
  expect(seen).toEqual(newest);
});

/** Returns the pages that a plan read altogether, from memory and from the disk. */
function countPages(plan: string): number {
  const [, hit = "0", read = "0"] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
