import { afterAll, beforeAll, expect, test } from "vitest";
import { patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { contradict, newStaffPair } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findCommand } from "./commands";

let world: TestWorld;
let journey: RefundJourney;
let staff: Awaited<ReturnType<typeof newStaffPair>>;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  staff = await newStaffPair(world);
});
afterAll(() => world.close());

/** Runs what was typed and answers the lines that are printed, or the sentence of the refusal. */
const type = async (...words: string[]): Promise<readonly string[]> => {
  try {
    const found = findCommand(["books", ...words]);
    if (!found) throw new Error(`No command: ${words.join(" ")}`);
    return await found.command.run(world.ctx, found.values, found.options);
  } catch (error) {
    return [(error as Error).message];
  }
};
const said = ["--reason", "The bank gave it back", "--evidence", "Statement, line 7"];
const proved = async (of: "first" | "second"): Promise<string[]> => {
  const { email, code } = await staff[of].prove();
  return ["--by", email, "--code", code];
};
/** The staff's audit log about a subject: what was done, and how it ended. */
const auditOf = async (subject: string) =>
  (await world.db.prisma.auditEntry.findMany({ where: { subject }, orderBy: { number: "asc" } })).map(
    ({ scope, action, outcome, code }) => [scope, action, outcome, code].join(" "),
  );

test("a payment is held, corrected by two people, and free again; each step is on record", async () => {
  expect(await type("open")).toEqual(["Bank and books agree: nothing is held."]);
  const paymentCode = await journey.captured();
  const { bankOrderId } = await journey.attemptOf(paymentCode);
  await contradict(world, paymentCode);
  const held = [
    `${paymentCode}  held since ${world.clock.now().toISOString()}  order ${bankOrderId}`,
    "  refund_without_record: Its history is not what the books hold",
  ];
  expect(await type("open")).toEqual(held);
  const [proposed = ""] = await type(
    "correct",
    paymentCode,
    "credit_done",
    "50.00",
    ...said,
    ...(await proved("first")),
  );
  const [id = ""] = proposed.split(" ");
  expect(proposed).toBe(
    `${id} waits for a second person. Once approved: the books hold 50.00 TRY more as given back, and the payout has that much less.`,
  );
  expect(await type("open")).toEqual([
    ...held,
    `${id}  ${paymentCode}  credit_done 50.00 TRY  proposed by ${staff.first.email} at ${world.clock.now().toISOString()}: The bank gave it back`,
  ]);
  expect(await type("approve", id, ...(await proved("first")))).toEqual([
    "A second person decides: not the one who proposed the correction",
  ]);
  expect(await type("approve", id, ...(await proved("second")))).toEqual([
    `${id} is approved. Of ${paymentCode}: the books hold 50.00 TRY more as given back, and the payout has that much less.`,
    "Its refunds and its payout are not held any more.",
  ]);
  expect(await type("open")).toEqual(["Bank and books agree: nothing is held."]);
  expect(await journey.look(paymentCode)).toMatchObject({
    correctedAmount: 5_000n,
    refund: { remainingAmount: 35_000n },
  });
  expect(await auditOf(paymentCode)).toEqual(["staff books.correct begun ", "staff books.correct done "]);
  expect(await auditOf(id)).toEqual([
    "staff books.approve begun ",
    "staff books.approve refused access_denied",
    "staff books.approve begun ",
    "staff books.approve done ",
  ]);
  const entries = await world.db.prisma.auditEntry.findMany({ where: { scope: "staff" } });
  expect(JSON.stringify(entries.map(({ detail }) => detail)), "no code is kept").not.toMatch(/"\d{6}"/);
});

test("a rejected one changes nothing, with its reason on record", async () => {
  const paymentCode = await journey.captured();
  const [proposed = ""] = await type(
    "correct",
    paymentCode,
    "none",
    "0",
    ...said,
    ...(await proved("first")),
  );
  const [id = ""] = proposed.split(" ");
  expect(proposed).toContain("the books stay as they are, since they are right.");
  const rejected = await type(
    "reject",
    id,
    "--reason",
    "The line is of another order",
    ...(await proved("second")),
  );
  expect(rejected).toEqual([`${id} is rejected. The books stay as they are.`]);
  const row = await world.db.prisma.correction.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ status: "rejected", decisionNote: "The line is of another order" });
  expect(await auditOf(id)).toEqual(["staff books.reject begun ", "staff books.reject done "]);
});

test("refused in a sentence: a missing option, a wrong code, no kind, no amount, no payment", async () => {
  const paymentCode = await journey.captured();
  const refusal = async (kind: string, amount: string, options: string[]) =>
    (await type("correct", paymentCode, kind, amount, ...options))[0];
  const by = await proved("first");
  expect(await refusal("none", "0", by)).toBe("books correct: the option --reason TEXT is required");
  expect(await refusal("none", "0", said)).toBe("books correct: the option --by EMAIL is required");
  expect(await refusal("credit", "1", [...said, ...by])).toMatch(/^The kind is one of credit_done, /);
  expect(await refusal("credit_done", "1,50", [...said, ...by])).toMatch(/^The amount is in TRY with a dot/);
  const wrong = ["--by", staff.first.email, "--code", "000000"];
  expect(await refusal("none", "0", [...said, ...wrong])).toMatch(
    /^The code of .* is wrong, or was used before$/,
  );
  expect(await type("correct", "pay_none", "none", "0", ...said, ...by)).toEqual([
    "There is no payment pay_none",
  ]);
  expect(await type("approve", "cor_none", ...by)).toEqual(["There is no correction cor_none"]);
});
