import type { Clerk } from "./clerk";
import type { Steps } from "./steps";

/** What becomes of a chargeback: the merchant accepts it, or contests it, and the bank decides. */
export const casePlans = ["accepted", "lost", "won"] as const;
export type CasePlan = (typeof casePlans)[number];

/** A case of the bank, with the people who answer it. */
export interface Case {
  readonly caseNumber: string;
  readonly plan: CasePlan;
  /** The finance person of the merchant. */
  readonly finance: Clerk;
}

interface Chargeback {
  readonly chargebackId: string;
  readonly caseNumber: string;
  readonly status: string;
  readonly statement: string | null;
}

const moved = ["chargeback_moved"];

/** Answers a case that came with the file of a bank's day, up to the bank's decision. */
export async function answerCase(steps: Steps, staff: Clerk, { caseNumber, plan, finance }: Case): Promise<void> {
  const { items } = await finance.read<{ items: readonly Chargeback[] }>("chargeback.list", {});
  const chargebackId = items.find((one) => one.caseNumber === caseNumber)?.chargebackId;
  if (chargebackId === undefined) throw new Error(`The merchant does not find the case ${caseNumber}.`);
  const get = (): Promise<Chargeback> => staff.read("chargeback.get", { chargebackId });
  const isNow = (status: string) => async () => (await get()).status === status;
  const subject = chargebackId;
  if (plan === "accepted") {
    const call = () => finance.change("chargeback.accept", { chargebackId });
    await steps.do({ kind: "accept", subject, call, refusals: moved, isDone: isNow("accepted") });
    return;
  }
  const statement = `The parcel of ${caseNumber} was delivered.`;
  await steps.do({
    kind: "writeStatement",
    subject,
    call: () => finance.change("chargeback.writeStatement", { chargebackId, statement }),
    refusals: [],
    isDone: async () => (await get()).statement === statement,
    mayRepeat: true,
  });
  const contest = () => staff.change("chargeback.contest", { chargebackId, reason: "Sent by the bank's portal" });
  await steps.do({ kind: "contest", subject, call: contest, refusals: moved, isDone: isNow("contested") });
  if (plan === "won") return;
  const lose = () => staff.change("chargeback.recordLost", { chargebackId, reason: "The bank has decided" });
  await steps.do({ kind: "recordLost", subject, call: lose, refusals: moved, isDone: isNow("lost") });
}

/** A month as it was frozen, with who froze it. */
export interface ClosedMonth {
  readonly finance: Clerk;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly frozen: unknown;
}

/** Closes a month that is over, and returns what it was frozen with. */
export async function closeMonth(steps: Steps, finance: Clerk, month: string): Promise<ClosedMonth> {
  const { email } = finance.user;
  await steps.do({
    kind: "closeMonth",
    subject: `${month} ${email}`,
    call: () => finance.change("statement.closeMonth", { month }),
    refusals: [],
    isDone: async () => true,
    mayRepeat: true,
  });
  return { finance, month, frozen: await readMonth(finance, month) };
}

/** Reads a closed month. @throws Error where it is not closed */
export const readMonth = (finance: Clerk, month: string): Promise<unknown> =>
  finance.read("statement.month", { month });
