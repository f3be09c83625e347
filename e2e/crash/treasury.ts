import { expect } from "@playwright/test";
import type { Clerk } from "./clerk";
import type { Steps } from "./steps";

/** The people of staff who pay out, and how they do their steps. */
export interface Treasury {
  readonly proposer: Clerk;
  /** The second person. */
  readonly approver: Clerk;
  readonly steps: Steps;
  /** The contents of each file for the bank, as it was downloaded first. */
  readonly files: Map<string, string>;
}

/** How a payout goes: it arrives, comes back and is issued again, or is withdrawn. */
export const payoutPlans = ["arrives", "comes_back", "withdrawn"] as const;
export type PayoutPlan = (typeof payoutPlans)[number];

/** The fields of a payout (`payout.get` of the back-office) that these tests read. */
interface Payout {
  readonly payoutId: string;
  readonly partnerId: string;
  readonly status: "prepared" | "approved" | "sent" | "paid_out" | "failed" | "withdrawn";
  readonly fileId: string | null;
  readonly bankReference: string | null;
  readonly failure: string | null;
  readonly reissueOf: string | null;
}

/** How a payout ended, as the people who did it know. */
export type EndedPayout = Pick<Payout, "payoutId" | "status" | "bankReference" | "failure">;

const getPayout = (clerk: Clerk, payoutId: string): Promise<Payout> => clerk.read("payout.get", { payoutId });

/** Lists the payouts of all accounts with a status, the newest 50. */
async function listPayouts(clerk: Clerk, status: Payout["status"]): Promise<readonly Payout[]> {
  return (await clerk.read<{ items: readonly Payout[] }>("payout.list", { status: [status] })).items;
}

/** Lists the payouts that wait for their approval. */
export const listPrepared = async ({ proposer }: Treasury): Promise<string[]> =>
  (await listPayouts(proposer, "prepared")).map(({ payoutId }) => payoutId);

/** Brings a payout that waits for its approval to its end. Returns what has ended: also one that was issued again. */
export async function endPayout(treasury: Treasury, payoutId: string, plan: PayoutPlan): Promise<EndedPayout[]> {
  if (plan === "withdrawn") return [await withdraw(treasury, payoutId)];
  await approve(treasury, payoutId);
  await handOver(treasury, payoutId);
  if (plan === "arrives") return [await recordPaid(treasury, payoutId)];
  const failed = await recordFailed(treasury, payoutId);
  const again = await reissue(treasury, payoutId);
  return [failed, ...(await endPayout(treasury, again, "arrives"))];
}

/** Expects that each file has the contents that were handed to the bank, and that no payout is in two of them. */
export async function expectFilesKept(treasury: Treasury): Promise<void> {
  const lines: string[] = [];
  for (const fileId of [...treasury.files.keys()]) {
    const text = await download(treasury, fileId);
    lines.push(...[...text.matchAll(/pob_\w+/g)].map(([payoutId]) => payoutId));
  }
  expect(lines.filter((payoutId, place) => lines.indexOf(payoutId) !== place)).toEqual([]);
}

/** Expects that a payout still shows how it ended. */
export async function expectEnded(treasury: Treasury, ended: EndedPayout): Promise<void> {
  expect(await getPayout(treasury.approver, ended.payoutId)).toMatchObject(ended);
}

const moved = ["payout_moved"];

const reason = "Payouts of the day";

async function approve({ proposer, approver, steps }: Treasury, payoutId: string): Promise<void> {
  const findWaiting = async (): Promise<string | null> => {
    const list = { status: ["waiting"], kind: "payouts" };
    const { items } = await approver.read<{ items: { changeId: string; subject: string }[] }>("approval.list", list);
    return items.find(({ subject }) => subject === payoutId)?.changeId ?? null;
  };
  const proposed = (await steps.do({
    kind: "propose",
    subject: payoutId,
    call: () => proposer.change("payout.propose", { payoutIds: [payoutId], reason }),
    refusals: ["change_waiting"],
    isDone: async () => (await findWaiting()) !== null,
  })) as { changeId: string } | null;
  const changeId = proposed?.changeId ?? (await findWaiting());
  await steps.do({
    kind: "approve",
    subject: payoutId,
    call: () => approver.change("approval.approve", { changeId }),
    // The second of two calls at once may find the change waiting, and the payout already approved.
    refusals: ["change_decided", ...moved],
    isDone: async () => (await getPayout(approver, payoutId)).status !== "prepared",
  });
}

/** Puts a payout into a file, or finds it in one that another person has made meanwhile, and hands that to the bank. */
async function handOver(treasury: Treasury, payoutId: string): Promise<void> {
  const { proposer, steps } = treasury;
  await steps.do({
    kind: "createFile",
    subject: payoutId,
    call: () => proposer.change("payout.createFile", { format: "csv" }),
    refusals: moved,
    isDone: async () => (await getPayout(proposer, payoutId)).fileId !== null,
    // The second file has the payouts of others that were approved meanwhile.
    mayRepeat: true,
  });
  const { fileId } = await getPayout(proposer, payoutId);
  if (fileId === null) throw new Error(`${payoutId} is approved and in no file.`);
  expect(await download(treasury, fileId)).toContain(payoutId);
  await steps.do({
    kind: "sendFile",
    subject: fileId,
    call: () => proposer.change("payout.sendFile", { fileId }),
    refusals: moved,
    isDone: async () => !["prepared", "approved"].includes((await getPayout(proposer, payoutId)).status),
  });
}

/** Downloads a file for the bank, which has the same contents each time. */
async function download({ proposer, steps, files }: Treasury, fileId: string): Promise<string> {
  const { text } = (await steps.do({
    kind: "downloadFile",
    subject: fileId,
    call: () => proposer.change("payout.downloadFile", { fileId }),
    refusals: [],
    isDone: async () => false,
    mayRepeat: true,
  })) as { text: string };
  expect(text, `the contents of ${fileId}`).toBe(files.get(fileId) ?? text);
  files.set(fileId, text);
  return text;
}

async function recordPaid({ proposer, steps }: Treasury, payoutId: string): Promise<EndedPayout> {
  const bankReference = `EFT-${payoutId.slice(-10)}`;
  await steps.do({
    kind: "recordPaid",
    subject: payoutId,
    call: () => proposer.change("payout.recordPaid", { payoutId, bankReference }),
    refusals: moved,
    isDone: async () => (await getPayout(proposer, payoutId)).status === "paid_out",
  });
  return { payoutId, status: "paid_out", bankReference, failure: null };
}

async function recordFailed({ proposer, steps }: Treasury, payoutId: string): Promise<EndedPayout> {
  const failure = "returned_by_bank";
  await steps.do({
    kind: "recordFailed",
    subject: payoutId,
    call: () => proposer.change("payout.recordFailed", { payoutId, failure }),
    refusals: moved,
    isDone: async () => (await getPayout(proposer, payoutId)).status === "failed",
  });
  return { payoutId, status: "failed", bankReference: null, failure };
}

/** Issues a failed payout again. Returns the id of the new one. */
async function reissue({ proposer, steps }: Treasury, payoutId: string): Promise<string> {
  const findAgain = async (): Promise<string | null> =>
    (await listPayouts(proposer, "prepared")).find(({ reissueOf }) => reissueOf === payoutId)?.payoutId ?? null;
  const made = (await steps.do({
    kind: "reissue",
    subject: payoutId,
    call: () => proposer.change("payout.reissue", { payoutId }),
    refusals: moved,
    isDone: async () => (await findAgain()) !== null,
  })) as { payoutId: string } | null;
  const again = made?.payoutId ?? (await findAgain());
  if (again === null) throw new Error(`${payoutId} was issued again, and there is no such payout.`);
  return again;
}

async function withdraw({ proposer, steps }: Treasury, payoutId: string): Promise<EndedPayout> {
  await steps.do({
    kind: "withdraw",
    subject: payoutId,
    call: () => proposer.change("payout.withdraw", { payoutId, reason: "The sum is looked at again" }),
    refusals: moved,
    isDone: async () => (await getPayout(proposer, payoutId)).status === "withdrawn",
  });
  return { payoutId, status: "withdrawn", bankReference: null, failure: null };
}
