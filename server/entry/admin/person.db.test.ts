import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLinkJourney, pans } from "@/server/testing/journeys/link";
import { newPerson, openSession } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { verifyAudit } from "@/server/usecases/audit/verify-audit";
import { writeAudit } from "@/server/usecases/audit/write-audit";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const run = async (...words: string[]): Promise<string> => {
  const found = findCommand(["person", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return (await found.command.run(world.ctx, found.values, found.options)).join("\n");
};
const erase = (query: string) => run("erase", query, "--reason", "asked by letter of 3 November");

describe("a buyer", () => {
  test("is found, exported without the card number, and erased; payment and books stay", async () => {
    const journey = createLinkJourney(world);
    const { callback, ...link } = await journey.createAtBank({ payerName: "Ayşe Yılmaz" });
    await expect(erase("ayşe yılmaz")).resolves.toContain("still running: 1");
    expect(await journey.getRow(link)).toMatchObject({ payerName: "Ayşe Yılmaz", status: "initiated" });
    await journey.returnFromBank(callback);
    const [payment] = await journey.listPayments(link);
    const settlements = await world.db.prisma.settlement.findMany();

    expect(await run("find", "ayşe yılmaz")).toContain(`payment_link: 1\n  ${link.id}`);
    expect(await run("find", "192.0.2.1")).toContain("attempt: 1");
    const exported = await run("export", link.id);
    expect(exported).not.toContain(pans.credit);
    expect(JSON.parse(exported).held).toMatchObject([
      {
        table: "payment_link",
        rows: [{ payerName: "Ayşe Yılmaz" }],
        ages: expect.arrayContaining([expect.stringContaining("540 days")]),
      },
      { table: "payment", rows: [{ id: payment?.id, card: "552879******0008", amount: "40000" }] },
      { table: "attempt", rows: [{ buyerIp: "192.0.2.1" }] },
    ]);

    const answer = await erase("Ayşe Yılmaz");
    expect(answer).toContain("erased: payment_link 1\nerased: attempt 1");
    expect(answer).toContain("kept: payments with their order code");
    expect(await journey.getRow(link)).toMatchObject({ payerName: null, status: "completed" });
    expect(await journey.listAttempts(link)).toMatchObject([{ buyerIp: "", buyerNetwork: null }]);
    expect(await journey.listPayments(link)).toEqual([payment]);
    expect(await world.db.prisma.settlement.findMany()).toEqual(settlements);
    await expect(run("find", "Ayşe Yılmaz")).rejects.toMatchObject({ code: "not_found" });
    await expect(erase("192.0.2.1")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe.each(["panel", "staff"] as const)("a person of the %s", (door) => {
  test("is refused while a member, then erased; the chain of the audit log holds, and the address is free", async () => {
    const { id, email, person } = await newPerson(world.ctx, door);
    await openSession(world.ctx, person);
    const action = { action: "self.signIn", actionId: `act_${door}`, subject: null, outcome: "done" } as const;
    await writeAudit(world.ctx, {
      ...action,
      scope: door === "panel" ? "prt_ours" : "staff",
      actor: { kind: door === "panel" ? "user" : "staff", id, name: email },
      code: null,
      detail: {},
      sourceIp: "192.0.2.7",
    });
    await expect(erase(email)).rejects.toThrow("End the membership first");
    await endMembership(door, id);
    expect(await run("find", email.toUpperCase())).toContain("sign_in_session: 1");
    expect(await run("export", email)).not.toContain("passwordHash");

    const answer = await erase(email);
    expect(answer).toContain("erased: sign_in_session 1");
    expect(answer).toContain("kept: the audit log");
    const where = { id };
    const user =
      door === "panel"
        ? await world.db.prisma.panelUser.findUniqueOrThrow({ where })
        : await world.db.prisma.staffUser.findUniqueOrThrow({ where });
    expect(user).toMatchObject({ email: `${id}@erased.invalid`, name: "", passwordHash: "", totpSecret: null });
    expect(user.erasedAt).not.toBeNull();
    expect(await world.db.prisma.signInSession.count({ where: { sourceIp: "192.0.2.7" } })).toBe(0);
    expect((await verifyAudit(world.ctx)).every(({ brokenAt }) => brokenAt === null)).toBe(true);
    const entries = await world.db.prisma.auditEntry.findMany({ where: { action: "person.erase", outcome: "done" } });
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toContain(email);
    await expect(addAgain(door, email), "the address can be used again").resolves.not.toThrow();
    await expect(erase(email)).rejects.toThrow("End the membership first");
  });
});

const endMembership = (door: "panel" | "staff", id: string) => {
  const change = { where: { id }, data: { removedAt: world.clock.now() } };
  return door === "panel" ? world.db.prisma.panelUser.update(change) : world.db.prisma.staffUser.update(change);
};

const addAgain = async (door: "panel" | "staff", email: string): Promise<void> => {
  const user = { id: `usr_again_${door}`, email, passwordHash: "x", createdAt: world.clock.now() };
  if (door === "panel") {
    await world.db.prisma.panelUser.create({ data: { ...user, role: "support", partnerId: "prt_ours" } });
  } else {
    await world.db.prisma.staffUser.create({ data: { ...user, role: "support" } });
  }
};
