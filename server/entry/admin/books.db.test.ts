import { afterAll, beforeAll, expect, test } from "vitest";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createContradiction, newStaffPair } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findCommand } from "./commands";

let world: TestWorld;
let journey: RefundJourney;
let staff: Awaited<ReturnType<typeof newStaffPair>>;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  staff = await newStaffPair(world);
});
afterAll(() => world.close());

/** Runs a command and returns the printed lines, or the message of the refusal. */
const runCommand = async (...words: string[]): Promise<readonly string[]> => {
  try {
    const found = findCommand(["books", ...words]);
    if (!found) throw new Error(`No command: ${words.join(" ")}`);
    return await found.command.run(world.ctx, found.values, found.options);
  } catch (error) {
    return [(error as Error).message];
  }
};
const reasonOptions = ["--reason", "The bank gave it back", "--evidence", "Statement, line 7"];
const personOptions = async (of: "first" | "second"): Promise<string[]> => {
  const { email, code } = await staff[of].prove();
  return ["--by", email, "--code", code];
};
/** Lists the entries of the staff's audit log about a subject. */
const listAudit = async (subject: string) =>
  (await world.db.prisma.auditEntry.findMany({ where: { subject }, orderBy: { number: "asc" } })).map(
    ({ scope, action, outcome, code }) => [scope, action, outcome, code].join(" "),
  );

test("lists a held payment, releases it after a correction by two people, and audits each step", async () => {
  expect(await runCommand("open")).toEqual(["Bank and books agree. No payment is held, and no correction waits."]);
  const paymentCode = await journey.capture();
  const { bankOrderId } = await journey.getAttempt(paymentCode);
  await createContradiction(world, paymentCode);
  const held = [
    `${paymentCode}  held since ${world.clock.now().toISOString()}  order ${bankOrderId}`,
    "  refund_without_record: Its history is not what the books hold",
  ];
  expect(await runCommand("open")).toEqual(held);
  const [proposed = ""] = await runCommand(
    "correct",
    paymentCode,
    "credit_done",
    "50.00",
    ...reasonOptions,
    ...(await personOptions("first")),
  );
  const [id = ""] = proposed.split(" ");
  expect(proposed).toBe(
    `${id} waits for a second person. Its effect after the approval: the books show 50.00 TRY more as given back, and the payout is smaller by that amount.`,
  );
  expect(await runCommand("open")).toEqual([
    ...held,
    `${id}  ${paymentCode}  credit_done 50.00 TRY  proposed by ${staff.first.email} at ${world.clock.now().toISOString()}: The bank gave it back`,
  ]);
  expect(await runCommand("approve", id, ...(await personOptions("first")))).toEqual([
    "A second person decides: not the one who proposed the correction",
  ]);
  expect(await runCommand("approve", id, ...(await personOptions("second")))).toEqual([
    `${id} is approved. Its effect on ${paymentCode}: the books show 50.00 TRY more as given back, and the payout is smaller by that amount.`,
    "The refunds and the payout of this payment are no longer held.",
  ]);
  expect(await runCommand("open")).toEqual(["Bank and books agree. No payment is held, and no correction waits."]);
  expect(await journey.getPayment(paymentCode)).toMatchObject({
    correctedAmount: 5_000n,
    refund: { remainingAmount: 35_000n },
  });
  expect(await listAudit(paymentCode)).toEqual(["staff books.correct begun ", "staff books.correct done "]);
  expect(await listAudit(id)).toEqual([
    "staff books.approve begun ",
    "staff books.approve refused second_person_required",
    "staff books.approve begun ",
    "staff books.approve done ",
  ]);
  const entries = await world.db.prisma.auditEntry.findMany({ where: { scope: "staff" }, orderBy: { number: "asc" } });
  expect(JSON.stringify(entries.map(({ detail }) => detail)), "no code is stored").not.toMatch(/"\d{6}"/);
});

test("changes nothing for a rejected correction, and audits the rejection", async () => {
  const paymentCode = await journey.capture();
  const [proposed = ""] = await runCommand(
    "correct",
    paymentCode,
    "none",
    "0",
    ...reasonOptions,
    ...(await personOptions("first")),
  );
  const [id = ""] = proposed.split(" ");
  expect(proposed).toContain("the books do not change, because they are right.");
  const rejected = await runCommand(
    "reject",
    id,
    "--reason",
    "The line is of another order",
    ...(await personOptions("second")),
  );
  expect(rejected).toEqual([`${id} is rejected. The books do not change.`]);
  const row = await world.db.prisma.correction.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ status: "rejected", decisionNote: "The line is of another order" });
  expect(await listAudit(id)).toEqual(["staff books.reject begun ", "staff books.reject done "]);
});

test("refuses a missing option, a wrong code, an unknown kind, an invalid amount and an unknown payment", async () => {
  const paymentCode = await journey.capture();
  const refusal = async (kind: string, amount: string, options: string[]) =>
    (await runCommand("correct", paymentCode, kind, amount, ...options))[0];
  const by = await personOptions("first");
  expect(await refusal("none", "0", by)).toBe("books correct: the option --reason TEXT is required");
  expect(await refusal("none", "0", reasonOptions)).toBe("books correct: the option --by EMAIL is required");
  expect(await refusal("credit", "1", [...reasonOptions, ...by])).toMatch(/^The kind must be one of credit_done, /);
  expect(await refusal("credit_done", "1,50", [...reasonOptions, ...by])).toMatch(
    /^The amount must be in TRY with a dot/,
  );
  const wrong = ["--by", staff.first.email, "--code", "000000"];
  expect(await refusal("none", "0", [...reasonOptions, ...wrong])).toMatch(
    /^The code of .* is wrong, or was used before$/,
  );
  expect(await runCommand("correct", "pay_none", "none", "0", ...reasonOptions, ...by)).toEqual([
    "There is no payment pay_none",
  ]);
  expect(await runCommand("approve", "cor_none", ...by)).toEqual(["There is no correction cor_none"]);
});
