import { afterAll, beforeAll, expect, test } from "vitest";
import type { Probe, Question } from "@/server/banks/banks";
import type { Sign } from "@/server/domain/banks/conclude";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { NotPassed } from "./command";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Runs the command for a bank whose answers have these signs; every other answer is fine. */
const run = (signs: Partial<Record<Question["kind"], Sign>>, ...words: string[]): Promise<readonly string[]> => {
  const probe = async (_protocol: string, { kind }: Question): Promise<Probe> => ({
    sign: signs[kind] ?? "fine",
    evidence: {
      address: kind === "gate" ? "gate" : "api",
      code: signs[kind] ? "CORE-2202" : null,
      text: signs[kind] ? "No \u001b[31mright" : null,
      httpStatus: 200,
      sourceAddress: null,
    },
    bankTime: null,
    prepared: null,
    isFound: null,
  });
  const ctx: Ctx = { ...world.ctx, banks: Object.assign(Object.create(world.bank), { probe }) };
  const found = findCommand(["bank", "doctor", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(ctx, found.values, found.options);
};

const runFailing = (...given: Parameters<typeof run>): Promise<NotPassed> =>
  run(...given).then(
    () => Promise.reject(new Error("The examination was passed")),
    (error) => error,
  );

test("prints that a healthy connection has no finding, with the state of each check", async () => {
  const lines = await run({}, testTerminals.ours);
  expect(lines[0]).toBe("Türkiye İş Bankası, trm_ours: nothing is wrong with the connection.");
  expect(lines).toContain("  Right to void: fine");
  expect(lines).toContain("  Request before the page: not asked");
});

test("throws with cause, mender, next step and the letter in Turkish when it was not passed", async () => {
  const failed = await runFailing({ void: "void_right_missing" }, testTerminals.ours);
  expect(failed).toBeInstanceOf(NotPassed);
  expect(failed.lines[0]).toBe("Türkiye İş Bankası, trm_ours: 1 finding.");
  expect(failed.lines).toContain("No right to void (void_right_missing)");
  expect(failed.lines).toContain("  The bank can mend it. Payments can be taken, some operations do not work.");
  expect(failed.lines).toContain("  Next step: Ask the bank to give the user the right to void.");
  expect(failed.lines).toContain("    API kullanıcımıza iptal (void) yetkisinin verilmesini rica ederiz.");
  expect(failed.lines).toContain("    Üye işyeri no: 1");
  expect(failed.lines).toContain("  The bank’s answer: CORE-2202 No \ufffd[31mright");
});

test("writes the letter in English when it is asked for, with a place for our source address", async () => {
  const signs = { inquire: "source_address_not_registered" } as const;
  const { lines } = await runFailing(signs, testTerminals.ours, "--language", "en");
  expect(lines).toContain("    Please register the egress IP address of our server for this virtual POS.");
  expect(lines).toContain("    Our source IP address: (write the egress IP address of the server)");
});

test("refuses an unknown terminal and another language", async () => {
  await expect(run({}, "trm_none")).rejects.toThrow("There is no bank connection of trm_none");
  await expect(run({}, testTerminals.ours, "--language", "de")).rejects.toThrow("must be tr or en");
});
