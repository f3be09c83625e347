import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { settlementCollectAt } from "@/server/domain/payouts/collection";
import { approveChange } from "@/server/usecases/approvals/approve-change";
import { proposeChange } from "@/server/usecases/approvals/propose-change";
import { createPayoutFile } from "@/server/usecases/payouts/create-payout-file";
import { recordPayoutOutcome } from "@/server/usecases/payouts/record-payout-outcome";
import { reissuePayout } from "@/server/usecases/payouts/reissue-payout";
import { sendPayoutFile } from "@/server/usecases/payouts/send-payout-file";
import { getPayoutFileText } from "@/server/usecases/payouts/staff-payout-queries";
import { withdrawPayout } from "@/server/usecases/payouts/withdraw-payout";
import { treasurers } from "../world/accounts";
import { lost } from "../world/doors";
import type { Person } from "./person";

/** The days on which staff pay out. */
const roundsMax = 3;

/** Pauses until the next collection of payouts, or until some minutes before or after it. */
export async function pauseToCollection(person: Person): Promise<void> {
  const now = person.world.time.now();
  const at = settlementCollectAt(plusMs(istanbulDayStart(now), days(1)), now).getTime() - now.getTime();
  await person.pause(Math.max(0, at - minutes(2)), at + minutes(4));
}

/**
 * Two members of staff pay out what is collected, on a few days: they approve, withdraw, make the bank's file and hand
 * it over, write down how each transfer ended, and issue again what came back. Some of it they do twice at once.
 */
export async function payOut(person: Person): Promise<void> {
  for (let round = 1; round <= roundsMax; round += 1) {
    await pauseToCollection(person);
    await person.pause(minutes(1), hours(2));
    await payOnce(person);
  }
}

/** Does everything that waits once, from the approval to the bank's answer. */
async function payOnce(person: Person): Promise<void> {
  for (const payoutId of await listPayouts(person, "prepared")) {
    if (person.draws.chance(0.1)) await ask(person, "withdraws a payout", (ctx) => withdrawPayout(ctx, { payoutId }));
    else await approve(person, payoutId);
  }
  const makeFile = (who: Person) =>
    ask(who, "makes a file", (ctx) => createPayoutFile(ctx, { format: "csv", staffId: treasurers.proposer }));
  await Promise.all([makeFile(person), ...(person.draws.chance(0.3) ? [makeFile(person.besides("again"))] : [])]);
  for (const fileId of await listOpenFiles(person)) await handOver(person, fileId);
  for (const payoutId of await listPayouts(person, "sent")) await writeOutcome(person, payoutId);
  for (const payoutId of await listPayouts(person, "failed")) {
    const again = (who: Person) => ask(who, "issues a payout again", (ctx) => reissuePayout(ctx, { payoutId }));
    await Promise.all([again(person), ...(person.draws.chance(0.3) ? [again(person.besides("again"))] : [])]);
  }
}

async function approve(person: Person, payoutId: string): Promise<void> {
  const change = await ask(person, "proposes a payout", (ctx) =>
    proposeChange(ctx, {
      kind: "payouts",
      partnerId: null,
      subject: payoutId,
      payload: { payoutIds: [payoutId] },
      reason: "Payouts of the day",
      staffId: treasurers.proposer,
    }),
  );
  // Where the answer was lost, or another proposal waits, the second person finds the one that waits.
  const changeId = change === null ? await findWaiting(person, payoutId) : change.changeId;
  if (changeId === null) return;
  const agree = (who: Person) =>
    ask(who, "approves a payout", (ctx) => approveChange(ctx, { changeId, staffId: treasurers.approver, note: null }));
  await Promise.all([agree(person), ...(person.draws.chance(0.2) ? [agree(person.besides("again"))] : [])]);
}

/**
 * Hands a file to the bank once, which carries out each of its lines, and marks it as sent until that is answered. Some
 * transfers do not arrive.
 */
async function handOver(person: Person, fileId: string): Promise<void> {
  const file = await ask(person, "downloads a file", (ctx) => getPayoutFileText(ctx, { fileId }));
  if (file === null) return;
  const { transfers, filesAtBank } = person.world.notes;
  if (!filesAtBank.has(fileId)) {
    await person.act("the bank carries out a file", () => {
      filesAtBank.add(fileId);
      for (const line of file.text.trim().split("\r\n").slice(1)) {
        const cells = line.split(";");
        const [amount = "", payoutId = ""] = [cells[3], cells[7]];
        transfers.push({ payoutId, amountKurus: Number(amount.replace(",", "")), arrives: !person.draws.chance(0.3) });
      }
    });
  }
  await ask(person, "marks a file as sent", (ctx) => sendPayoutFile(ctx, { fileId }));
}

/** Writes down how a transfer ended, perhaps twice at once. */
async function writeOutcome(person: Person, payoutId: string): Promise<void> {
  const transfer = person.world.notes.transfers.find((made) => made.payoutId === payoutId);
  if (!transfer) return;
  const outcome = transfer.arrives
    ? { bankReference: `EFT-${payoutId.slice(-6)}` }
    : ({ failure: "returned_by_bank" } as const);
  const write = (who: Person) =>
    ask(who, "writes down what became of a payout", (ctx) => recordPayoutOutcome(ctx, { payoutId, outcome }));
  await Promise.all([write(person), ...(person.draws.chance(0.3) ? [write(person.besides("again"))] : [])]);
}

/** Calls a use case. Returns null where it was refused, or where no answer came. */
async function ask<T>(person: Person, what: string, work: Parameters<typeof person.call<T>>[1]): Promise<T | null> {
  const answer = await person.call(what, (ctx) =>
    work(ctx).catch((error: unknown) => {
      if (error instanceof AppError && error.code !== "internal_error") return null;
      throw error;
    }),
  );
  return answer === lost ? null : answer;
}

const listIds = async (person: Person, what: string, text: string, ...values: string[]): Promise<string[]> => {
  const { rows } = await person.act(what, () => person.world.control.query<{ id: string }>(text, values));
  return rows.map(({ id }) => id);
};

const listPayouts = (person: Person, status: string): Promise<string[]> =>
  listIds(
    person,
    `looks for payouts that are ${status}`,
    `select id from payout p where status = $1::text::"PayoutStatus"
        and not exists (select 1 from payout again where again.reissue_of = p.id and again.status <> 'withdrawn') order by id`,
    status,
  );

const listOpenFiles = (person: Person): Promise<string[]> =>
  listIds(
    person,
    "looks for files",
    `select id from payout_file f where exists (select 1 from payout where file_id = f.id and status = 'approved') order by id`,
  );

const findWaiting = async (person: Person, subject: string): Promise<string | null> =>
  (
    await listIds(
      person,
      "looks for a proposal",
      "select id from staff_change where subject = $1 and status = 'waiting'",
      subject,
    )
  )[0] ?? null;
