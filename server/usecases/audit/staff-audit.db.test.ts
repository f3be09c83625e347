import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { exportStaffAudit, listStaffAudit } from "./staff-audit-queries";
import { writeAudit } from "./write-audit";

let world: TestWorld;
let person: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
  world = await openTestWorld();
  person = await newPerson(world.ctx, "staff");
  const actor = { kind: "staff", id: person.id, name: person.email } as const;
  const entry = { actor, code: null, detail: {}, sourceIp: "192.0.2.1" };
  const write = async (
    scope: string,
    action: string,
    subject: string,
    outcomes: readonly ("begun" | "done" | "refused")[],
  ) => {
    for (const outcome of outcomes) {
      world.clock.advanceMs(1_000);
      await writeAudit(world.ctx, { ...entry, scope, action, actionId: `act_${action}`, subject, outcome });
    }
  };
  await write("staff", "terminal.update", "trm_1", ["begun", "done"]);
  await write("prt_ours", "viewing.start", "vwg_1", ["done"]);
  await write("staff", "partner.close", "prt_ours", ["begun", "refused"]);
  await write("staff", "tariff.replace", "trm_1", ["begun"]);
  world.clock.advanceMs(1_000);
  const system = { kind: "system", id: null, name: "operator" } as const;
  await writeAudit(world.ctx, {
    ...entry,
    actor: system,
    scope: "staff",
    action: "people.staff",
    actionId: "act_operator",
    subject: null,
    outcome: "done",
  });
});
afterAll(() => world.close());

const none = {
  scope: null,
  account: null,
  area: null,
  outcome: null,
  text: null,
  from: null,
  until: null,
  before: null,
  countMax: 50,
};
const found = async (given: Partial<Parameters<typeof listStaffAudit>[1]> = {}) =>
  (await listStaffAudit(world.ctx, { ...none, ...given })).items.map(({ action, outcome }) => `${action} ${outcome}`);

const all = [
  "people.staff done",
  "tariff.replace unfinished",
  "partner.close refused",
  "viewing.start done",
  "terminal.update done",
];

describe("the audit logs of staff and merchants", () => {
  test("are one list, the newest first, each action once with its outcome and its beginning", async () => {
    expect(await found()).toEqual(all);
    const { items } = await listStaffAudit(world.ctx, none);
    const closing = items.find(({ action }) => action === "partner.close");
    expect(closing!.endedAt!.getTime() - closing!.beganAt.getTime()).toBe(1_000);
    expect(items.find(({ scope }) => scope === "prt_ours")?.partnerName).toContain("prt_ours");
  });

  test.each([
    [{ scope: "prt_ours" }, ["viewing.start done"]],
    [{ account: "prt_ours" }, ["partner.close refused", "viewing.start done"]],
    [{ account: "prt_ours", text: "vwg_1" }, ["viewing.start done"]],
    [{ account: "prt_other" }, []],
    [{ area: "terminal" }, ["terminal.update done"]],
    [{ outcome: "refused" }, ["partner.close refused"]],
    [{ outcome: "unfinished" }, ["tariff.replace unfinished"]],
    [{ text: "trm_1" }, ["tariff.replace unfinished", "terminal.update done"]],
    [{ text: "operator" }, ["people.staff done"]],
    [{ text: "trm_1", outcome: "done" }, ["terminal.update done"]],
    [{ text: "%" }, []],
  ] as const)("are filtered by %j", async (given, expected) => {
    expect(await found(given)).toEqual(expected);
  });

  test("are found by a part of a person's name or address in any case", async () => {
    expect(await found({ text: person.name.toUpperCase() })).toEqual(all.slice(1));
    expect(await found({ text: person.email.slice(0, -5) })).toEqual(all.slice(1));
  });

  test("are filtered by time, and read page by page without a gap", async () => {
    const { items } = await listStaffAudit(world.ctx, none);
    const [newest, second] = items;
    expect(await found({ from: second!.beganAt })).toEqual(all.slice(0, 2));
    expect(await found({ until: newest!.beganAt })).toEqual(all.slice(1));
    const first = await listStaffAudit(world.ctx, { ...none, countMax: 2 });
    expect(await found({ before: first.nextCursor })).toEqual(all.slice(2));
    const exported = [];
    for await (const { action } of exportStaffAudit(world.ctx, none)) exported.push(action);
    expect(exported).toEqual(all.map((line) => line.split(" ")[0]));
  });
});
