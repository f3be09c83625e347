import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { sendWaitingMail } from "@/server/testing/receivers/scripted-mail";
import { newPerson, signInInput } from "@/server/testing/world/people";
import { stopRealClock } from "@/server/testing/world/real-clock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { eraseOldSignIns } from "./erase-old-sign-ins";
import { getFailedSignIns, getUnknownSignIns } from "./failed-sign-in-queries";
import { signIn } from "./sign-in";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
afterEach(() => vi.useRealTimers());

/** Signs in with a wrong password, one attempt after the other. */
async function refuse(email: string, count: number, sourceIp = "192.0.2.9", door: "panel" | "staff" = "panel") {
  for (let index = 0; index < count; index += 1) {
    expect(await signIn(world.ctx, signInInput(email, { password: "not this one", sourceIp, door }))).toEqual({
      kind: "wrong",
    });
    await world.settled();
  }
}

describe("wrong passwords for a person (D-311)", () => {
  test.each(["panel", "staff"] as const)("are counted by source and told once a day, at the door %s", async (door) => {
    stopRealClock();
    const { email, person } = await newPerson(world.ctx, door);
    await refuse(email, 9, "192.0.2.9", door);
    const mails = async () => {
      await sendWaitingMail(world.ctx);
      return world.mail.sent.filter(({ to, content }) => to === email && content.kind === "many_attempts");
    };
    expect(await mails()).toHaveLength(0);
    await refuse(email, 3, "2001:db8::7", door);
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]?.content.values).toMatchObject({ door, attempts: 10 });
    const { latest, inLastDay } = await getFailedSignIns(world.ctx, { person });
    expect(inLastDay).toBe(12);
    const counts = latest.map(({ sourceIp, count }) => [sourceIp, count]);
    expect(counts.sort()).toEqual([
      ["192.0.2.9", 9],
      ["2001:db8:0:0::/64", 3],
    ]);
    vi.setSystemTime(plusMs(new Date(), days(1)));
    await refuse(email, 10, "192.0.2.9", door);
    expect(await mails()).toHaveLength(2);
  });
});

describe("sign-ins with unknown addresses (D-312)", () => {
  test("are counted without the address, whose domain is shown only where a user has one of it", async () => {
    const { email } = await newPerson(world.ctx);
    const domain = email.split("@")[1];
    await refuse(`nobody@${domain}`, 2);
    await refuse("Hunter2@my-pass.word", 1);
    await refuse("correct horse battery", 1, "192.0.2.10", "staff");
    const { latest, attempts, sources } = await getUnknownSignIns(world.ctx);
    expect([attempts, sources]).toEqual([4, 2]);
    expect(latest.map((row) => [row.door, row.domain, row.sourceIp, row.count]).sort()).toEqual([
      ["panel", null, "192.0.2.9", 1],
      ["panel", domain, "192.0.2.9", 2],
      ["staff", null, "192.0.2.10", 1],
    ]);
    expect(new Set(latest.map(({ mark }) => mark)).size).toBe(3);
    const { rows } = await world.db.pool.query("select to_jsonb(f)::text as stored from failed_sign_in f");
    for (const { stored } of rows) expect(stored).not.toMatch(/hunter2|my-pass|correct|battery|nobody/i);
  });

  test("are erased thirty days after the last one", async () => {
    const before = await world.db.prisma.failedSignIn.count();
    expect(before).toBeGreaterThan(0);
    const lastAt = plusMs(new Date(), -days(30));
    await world.db.prisma.failedSignIn.updateMany({ where: { domain: null }, data: { lastAt } });
    const old = await world.db.prisma.failedSignIn.count({ where: { domain: null } });
    expect((await eraseOldSignIns(world.ctx)).refusals).toBe(old);
  });
});
