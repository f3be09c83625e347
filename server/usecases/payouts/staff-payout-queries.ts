import { AppError } from "@/server/domain/errors";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import { type BankFileFormat, buildBankFile } from "@/server/domain/payouts/bank-file";
import type { StaffPayoutFilters } from "@/server/domain/payouts/staff-payout-list";
import type { PayoutStatus } from "@/server/domain/states";
import { countPayoutsOfFiles, findPayoutFile, listPayoutFileRows } from "@/server/store/payouts/payout-files";
import { listWaitingPayouts } from "@/server/store/payouts/payout-proposals";
import { getPayoutTerms, type PayoutTerms } from "@/server/store/payouts/payout-terms";
import type { PayoutPosition } from "@/server/store/payouts/payouts";
import {
  findStaffPayout,
  listStaffPayoutRows,
  type PayoutSum,
  type StaffPayoutRow,
  sumOpenPayouts,
} from "@/server/store/payouts/staff-payouts";
import type { Ctx } from "../ctx";
import { payoutIbanPurpose } from "./shared/freeze-account";

/** A payout as staff see it. Amounts in kuruş. */
export type StaffPayout = ReturnType<typeof toStaffPayout>;

const cursors = cursorCodec<PayoutPosition>({ createdAt: instantPart, id: idPart("pob_") });

const order = "created";

/** Lists a page of the payouts of all accounts, the newest first. */
export async function listStaffPayouts(
  ctx: Ctx,
  input: { readonly filters: StaffPayoutFilters; readonly cursor: string | null; readonly countMax: number },
): Promise<{ items: readonly StaffPayout[]; nextCursor: string | null }> {
  const { filters, cursor, countMax } = input;
  const after = cursor === null ? null : cursors.read(order, cursor);
  const rows = await listStaffPayoutRows(ctx.db, { filters, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  const proposals = await findProposals(ctx, items);
  return {
    items: items.map((row) => toStaffPayout(row, proposals)),
    nextCursor: last ? cursors.write(order, last) : null,
  };
}

/** Returns the changes in which prepared payouts wait for a second person, by the identifiers of the payouts. */
async function findProposals(ctx: Ctx, rows: readonly StaffPayoutRow[]): Promise<ReadonlyMap<string, string>> {
  const prepared = rows.filter(({ status }) => status === "prepared").map(({ id }) => id);
  if (prepared.length === 0) return new Map();
  const waiting = await listWaitingPayouts(ctx.db.prisma, prepared);
  return new Map(waiting.map(({ payoutId, changeId }) => [payoutId, changeId]));
}

/**
 * Returns a payout with who approved it, its file and its chain. Of the IBAN only the masked form leaves the server.
 * Throws not_found.
 */
export async function getStaffPayout(ctx: Ctx, { payoutId }: { readonly payoutId: string }) {
  const found = await findStaffPayout(ctx.db, payoutId);
  if (!found) throw new AppError("not_found", `There is no payout ${payoutId}`);
  const { change, root } = found;
  return {
    ...toStaffPayout(found, await findProposals(ctx, [found])),
    beneficiary: found.beneficiary,
    approval: change && {
      changeId: change.id,
      proposedBy: change.proposer.email,
      decidedBy: change.decider?.email ?? null,
    },
    chain: root.chain.map(({ id, status, createdAt }) => ({ payoutId: id, status, createdAt })),
    terms: await getPayoutTerms(ctx.db, found.partnerId),
  };
}

function toStaffPayout(
  { id, amount, carriedAmount, partner, iban: _sealed, ...row }: StaffPayoutRow,
  proposals: ReadonlyMap<string, string>,
) {
  return {
    payoutId: id,
    partnerId: row.partnerId,
    partnerName: partner.name,
    status: row.status,
    amountKurus: amount,
    carriedKurus: carriedAmount,
    lineCount: row.lineCount,
    valueDate: row.valueDate,
    ibanMasked: row.ibanMasked ?? partner.profile?.ibanMasked ?? null,
    isHeld: Boolean(partner.payoutTerms?.heldSince),
    /** The change in which it waits for a second person; null where it waits in none. */
    waitingChangeId: proposals.get(id) ?? null,
    rootId: row.rootId,
    reissueOf: row.reissueOf,
    fileId: row.fileId,
    bankReference: row.bankReference,
    failure: row.failure,
    createdAt: row.createdAt,
    approvedAt: row.approvedAt,
    sentAt: row.sentAt,
    endedAt: row.endedAt,
    autoAt: row.autoAt,
  };
}

/** Returns the sums of the payouts that wait for a person. */
export const getOpenPayouts = (ctx: Ctx): Promise<PayoutSum[]> => sumOpenPayouts(ctx.db);

/** Returns the terms of an account's payouts. */
export const getTerms = (ctx: Ctx, { partnerId }: { readonly partnerId: string }): Promise<PayoutTerms> =>
  getPayoutTerms(ctx.db, partnerId);

const fileCursors = cursorCodec<PayoutPosition>({ createdAt: instantPart, id: idPart("pof_") });

/** Lists a page of the files for the bank, the newest first. An invalid cursor starts at the first page. */
export async function listPayoutFiles(
  ctx: Ctx,
  { cursor, countMax }: { readonly cursor: string | null; readonly countMax: number },
) {
  const after = cursor === null ? null : fileCursors.read(order, cursor);
  const rows = await listPayoutFileRows(ctx.db, { after, countMax: countMax + 1 });
  const page = rows.slice(0, countMax);
  const last = rows.length > countMax ? page.at(-1) : undefined;
  const counted = await countPayoutsOfFiles(
    ctx.db,
    page.map(({ id }) => id),
  );
  const items = page.map(({ id, format, count, amount, valueDate, createdAt, creator }) => {
    const countOf = (status: PayoutStatus) =>
      counted.find((one) => one.fileId === id && one.status === status)?.count ?? 0;
    return {
      fileId: id,
      format: format as BankFileFormat,
      count,
      amountKurus: amount,
      valueDate,
      createdAt,
      createdBy: creator.email,
      counts: {
        approved: countOf("approved"),
        sent: countOf("sent"),
        paid_out: countOf("paid_out"),
        failed: countOf("failed"),
      },
    };
  });
  return { items, nextCursor: last ? fileCursors.write(order, last) : null };
}

/**
 * Returns the contents of a file for the bank, with the full IBANs. The same file has the same contents every time.
 * Throws not_found.
 */
export async function getPayoutFileText(
  ctx: Ctx,
  { fileId }: { readonly fileId: string },
): Promise<{ readonly format: BankFileFormat; readonly text: string }> {
  const file = await findPayoutFile(ctx.db, fileId);
  if (!file) throw new AppError("not_found", `There is no file ${fileId}`);
  const format = file.format as BankFileFormat;
  const transfers = file.payouts.map(({ id, beneficiary, iban, amount }) => ({
    payoutId: id,
    beneficiary: beneficiary ?? "",
    iban: iban === null ? "" : ctx.vault.open(payoutIbanPurpose(id), iban),
    amountKurus: amount,
    valueDay: file.valueDate.toISOString().slice(0, 10),
  }));
  return { format, text: buildBankFile(format, transfers) };
}
