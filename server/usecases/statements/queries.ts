import { istanbulDate, istanbulDayStart } from "@/server/domain/business-day";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import {
  type StatementFigures,
  type StatementLine,
  type StatementSelection,
  type StatementTotal,
  statementKinds,
} from "@/server/domain/statements/statement";
import { readSnapshot } from "@/server/store/ledger/transactions";
import type { DayTotal } from "@/server/store/statements/ledger-days";
import type { Connection } from "@/server/store/statements/snapshot";
import { type LinePosition, type LineRow, listLineRows, sumDayUpTo } from "@/server/store/statements/statement-lines";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { type DaySums, readClaim, withDaySums } from "./shared/day-sums";

export interface StatementInput extends StatementSelection {
  readonly partnerId: PartnerId;
}

/** Returns the opening and closing balance of a statement and the totals of its lines (D-398). */
export function getStatement(ctx: Ctx, { partnerId, ...selection }: StatementInput): Promise<StatementFigures> {
  const { book, from, to, kinds, terminalId } = selection;
  return withDaySums(ctx, { partnerId, book }, async (sums) => {
    const totals = await sums.listTotals(from, to);
    const figures = {
      totals: addUp(totals.filter((total) => isSelected(total, kinds, terminalId))),
      openingKurus: null,
      closingKurus: null,
    };
    if (book === "direct") return figures;
    const openingKurus = await readClaim(sums, partnerId, from);
    const change = totals.reduce((sum, { amountKurus, commissionKurus }) => sum + amountKurus + commissionKurus, 0n);
    return { ...figures, openingKurus, closingKurus: openingKurus + change };
  });
}

const isSelected = (
  total: DayTotal,
  kinds: StatementSelection["kinds"],
  terminalId: StatementSelection["terminalId"],
): boolean =>
  (kinds === null || kinds.includes(total.kind)) && (terminalId === null || total.terminalId === terminalId);

/** Adds up totals by their kind, in the order of `statementKinds`. */
const addUp = (totals: readonly DayTotal[]): StatementTotal[] =>
  statementKinds
    .map((kind) => {
      const some = totals.filter((total) => total.kind === kind);
      return {
        kind,
        count: some.reduce((sum, { count }) => sum + count, 0),
        amountKurus: some.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
        commissionKurus: some.reduce((sum, { commissionKurus }) => sum + commissionKurus, 0n),
      };
    })
    .filter(({ count }) => count > 0);

const cursors = cursorCodec<LinePosition>({ occurredAt: instantPart, id: idPart("txn_") });

export interface StatementPage {
  readonly items: readonly StatementLine[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Lists a page of the lines of a statement, the oldest first. An invalid cursor starts at the first page. */
export function listStatementPage(
  ctx: Ctx,
  { cursor, countMax, ...input }: StatementInput & { readonly cursor: string | null; readonly countMax: number },
): Promise<StatementPage> {
  const { partnerId, book } = input;
  const after = cursor === null ? null : cursors.read(book, cursor);
  return withDaySums(ctx, { partnerId, book }, async (sums) => {
    const rows = await listLineRows(sums.connection, { ...input, after, countMax: countMax + 1, seenBy: null });
    const shown = rows.slice(0, countMax);
    const last = rows.length > countMax ? shown.at(-1) : undefined;
    const before = hasBalance(input) ? await readBalance(sums, input, after) : null;
    return { items: toLines(shown, before), nextCursor: last ? cursors.write(book, last) : null };
  });
}

/** A balance is shown where every line that changes it is. */
const hasBalance = ({ book, kinds, terminalId }: StatementSelection): boolean =>
  book === "collected" && kinds === null && terminalId === null;

/** Returns the claim after a line, kuruş; without one, that at the start of the statement. */
async function readBalance(
  sums: DaySums,
  { partnerId, book, from }: StatementInput,
  position: LinePosition | null,
): Promise<bigint> {
  if (position === null) return readClaim(sums, partnerId, from);
  const dayBegins = istanbulDayStart(position.occurredAt);
  const day = istanbulDate(position.occurredAt);
  const opening = await readClaim(sums, partnerId, dayBegins);
  return opening + (await sumDayUpTo(sums.connection, { partnerId, book, day, position }));
}

/** @param before the claim before the first row, kuruş; null for lines without a balance */
function toLines(rows: readonly LineRow[], before: bigint | null): StatementLine[] {
  let balanceKurus = before;
  return rows.map((row) => {
    const netKurus = row.amountKurus + row.commissionKurus;
    balanceKurus = balanceKurus === null ? null : balanceKurus + netKurus;
    return { ...row, netKurus, balanceKurus };
  });
}

/** The lines of a whole statement. */
export interface StatementStream {
  /** The claim before the first line, kuruş; null where lines have no balance. */
  readonly openingKurus: bigint | null;
  /** The lines in pages, the oldest first. */
  readonly pages: AsyncIterable<readonly StatementLine[]>;
}

/** The number of lines of a page of the stream. */
const linesAtOnce = 1_000;

/**
 * Reads all lines of a statement, page by page. Movements that are committed after the opening balance was read are
 * left out, so that balance and lines add up.
 */
export async function listStatementLines(ctx: Ctx, input: StatementInput): Promise<StatementStream> {
  const { partnerId, book } = input;
  return withDaySums(ctx, { partnerId, book }, async (sums) => {
    const openingKurus = hasBalance(input) ? await readBalance(sums, input, null) : null;
    const seenBy = { snapshot: await readSnapshot({ pool: sums.connection }), firstReadAt: ctx.clock.now() };
    return { openingKurus, pages: streamPages(ctx.db.pool, input, { openingKurus, seenBy }) };
  });
}

async function* streamPages(
  connection: Connection,
  input: StatementInput,
  {
    openingKurus,
    seenBy,
  }: { openingKurus: bigint | null; seenBy: { readonly snapshot: string; readonly firstReadAt: Date } },
): AsyncGenerator<readonly StatementLine[]> {
  let balanceKurus = openingKurus;
  let after: LinePosition | null = null;
  for (;;) {
    const rows: LineRow[] = await listLineRows(connection, { ...input, after, countMax: linesAtOnce, seenBy });
    const lines = toLines(rows, balanceKurus);
    if (lines.length > 0) yield lines;
    if (rows.length < linesAtOnce) return;
    after = rows.at(-1) as LineRow;
    balanceKurus = lines.at(-1)?.balanceKurus ?? null;
  }
}
