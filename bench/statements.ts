import pg from "pg";
import { createBanks } from "@/server/banks/registry";
import { istanbulDate, istanbulDayStart, istanbulMonthStart } from "@/server/domain/business-day";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { monthAt } from "@/server/domain/statements/months";
import type { StatementKind } from "@/server/domain/statements/statement";
import { closeDb, createDb } from "@/server/store/db";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";
import { listTransactions } from "@/server/usecases/ledger/queries";
import { getPayoutCalendar } from "@/server/usecases/payouts/calendar-queries";
import { getPayoutNotice } from "@/server/usecases/payouts/payout-notice-queries";
import { getDue, getPayout, listPayouts } from "@/server/usecases/payouts/queries";
import { listPayoutSettlements } from "@/server/usecases/payouts/settlement-queries";
import { closeMonth } from "@/server/usecases/statements/close-month";
import { getStatement, listStatementPage } from "@/server/usecases/statements/queries";
import { migrate } from "../server/launch/migrations/migrate";
import { startTemporaryPostgres } from "../server/launch/postgres/temporary-postgres";
import { expectBooksToAgree } from "./books";
import { type BenchSettings, percentile } from "./load";
import { measureMs } from "./pairs";
import { listedAccount, writePaymentRows } from "./payment-rows";
import type { AtEnd } from "./processes";
import { payoutIdOf, writeStatementRows } from "./statement-rows";

const partnerId = asPartnerId(listedAccount.partnerId);

/**
 * Measures the statement, the calendar and the payouts of an account with a million movements, and the closing of its
 * months (see README.md).
 */
export const benchStatements = async ({ seconds, rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const cluster = await startTemporaryPostgres();
  atEnd(() => cluster.stop());
  const databaseUrl = cluster.url("postgres");
  await migrate(databaseUrl);
  const count = Number(process.env.BENCH_MOVEMENTS ?? 1_000_000);
  console.log(`Writing ${count.toLocaleString("en")} movements …`);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await writePaymentRows(client, Math.ceil(count / 0.78));
  await writeStatementRows(client);
  await client.query(
    `insert into panel_user (id, partner_id, email, password_hash, role, created_at)
     values ('usr_bench', $1, 'bench@shop.example', '', 'owner', now())`,
    [partnerId],
  );
  await client.end();
  const db = createDb({ databaseUrl });
  atEnd(() => closeDb(db));
  const ctx = { clock: systemClock, db, banks: createBanks(), commissionTax: "kdv" } as Ctx;
  const lines = ["", "| | p50, ms | p99, ms |", "|---|---|---|"];
  const first = await measureMs(() => getStatement(ctx, inputOf(spans()[0]?.[1] as Span)));
  lines.push(`| the first statement of all, which adds up every day | ${first.toFixed(0)} | – |`);
  for (const question of [...listQuestions(ctx), ...listPayoutQuestions(ctx)]) {
    await question.read();
    const times: number[] = [];
    for (const end = performance.now() + seconds * rounds * 1_000; performance.now() < end; ) {
      times.push(await measureMs(question.read));
    }
    const p99 = percentile(times, 0.99);
    const missed = p99 >= aimMs ? " missed" : "";
    lines.push(`| ${question.name} | ${percentile(times, 0.5).toFixed(1)} | ${p99.toFixed(1)} |${missed}`);
  }
  lines.push(`| closing a month | ${(await closeFirst(ctx)).toFixed(0)} | – |`);
  console.log(lines.join("\n"));
  await expectBooksToAgree(databaseUrl);
};

/** The p99 in ms that every page should stay below. */
const aimMs = 100;

type Span = readonly [from: Date, to: Date];

function spans(): readonly (readonly [name: string, span: Span])[] {
  const today = istanbulDayStart(new Date());
  const tomorrow = plusMs(today, days(1));
  const month = istanbulMonthStart(today);
  return [
    ["this month", [month, tomorrow]],
    ["today", [today, tomorrow]],
    ["92 days", [plusMs(tomorrow, -days(92)), tomorrow]],
    ["92 days of a year ago", [plusMs(today, -days(457)), plusMs(today, -days(365))]],
  ];
}

const inputOf = ([from, to]: Span, kinds: readonly StatementKind[] | null = null, terminalId: string | null = null) =>
  ({ partnerId, book: "collected", from, to, kinds, terminalId }) as const;

interface Question {
  readonly name: string;
  read(): Promise<unknown>;
}

function listQuestions(ctx: Ctx): readonly Question[] {
  const page = (input: ReturnType<typeof inputOf>, cursor: string | null = null) =>
    listStatementPage(ctx, { ...input, cursor, countMax: 50 });
  const [, , , old, rare] = listedAccount.terminals;
  return spans().flatMap(([name, span]) => {
    const far = new Date((span[0].getTime() + span[1].getTime() * 3) / 4);
    const cursor = Buffer.from(`collected ${far.getTime()} txn_b`).toString("base64url");
    return [
      { name: `figures of ${name}`, read: () => getStatement(ctx, inputOf(span)) },
      { name: `first page of ${name}`, read: () => page(inputOf(span)) },
      { name: `a late page of ${name}`, read: () => page(inputOf(span), cursor) },
      { name: `refunds of ${name}`, read: () => page(inputOf(span, ["credit"])) },
      { name: `chargebacks of ${name} (none)`, read: () => page(inputOf(span, ["chargeback"])) },
      { name: `a terminal no longer used, ${name}`, read: () => page(inputOf(span, null, old)) },
      { name: `a terminal with three payments, ${name}`, read: () => page(inputOf(span, null, rare)) },
      { name: `figures of one terminal, ${name}`, read: () => getStatement(ctx, inputOf(span, null, old)) },
    ];
  });
}

/** What the pages of payouts and the reports of the API read, each at its newest page and a year ago. */
function listPayoutQuestions(ctx: Ctx): readonly Question[] {
  const today = istanbulDayStart(new Date());
  const ago = plusMs(today, -days(365));
  const lines = { partnerId, part: "lines", filters: { kind: null, net: null, booked: null }, countMax: 50 } as const;
  const of = (name: string, at: Date, listed: string | null): Question[] => {
    const payoutId = payoutIdOf(partnerId, at);
    const month = istanbulDate(at).slice(0, 7);
    const report = {
      partnerId,
      from: plusMs(at, -days(91)),
      to: at,
      type: null,
      terminalId: null,
      partnerTxCode: null,
    };
    const filters = { status: null, created: { from: null, to: null } };
    return [
      { name: `calendar of ${name}`, read: () => getPayoutCalendar(ctx, { partnerId, month }) },
      {
        name: `payouts of ${name}`,
        read: () => listPayouts(ctx, { partnerId, filters, cursor: listed, countMax: 50 }),
      },
      { name: `a payout of ${name}`, read: () => getPayout(ctx, { partnerId, payoutId }) },
      { name: `its notice, ${name}`, read: () => getPayoutNotice(ctx, { partnerId, payoutId }) },
      {
        name: `its lines, ${name}`,
        read: () => listPayoutSettlements(ctx, { ...lines, payoutId, sort: "booked", cursor: null }),
      },
      {
        name: `its greatest lines, ${name}`,
        read: () => listPayoutSettlements(ctx, { ...lines, payoutId, sort: "-net", cursor: null }),
      },
      {
        name: `transactions of 91 days, ${name}`,
        read: () => listTransactions(ctx, { ...report, cursor: null, countMax: 200 }),
      },
    ];
  };
  return [
    { name: "what is due", read: () => getDue(ctx, { partnerId }) },
    ...of("this month", plusMs(today, -days(4)), null),
    ...of("a year ago", ago, `${ago.getTime()}-pob_z`),
  ];
}

/** Closes the account's first month, and returns how long it took, ms. */
async function closeFirst(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ at: Date }>(
    "select min(occurred_at) as at from ledger_entry where partner_id = $1",
    [partnerId],
  );
  const month = monthAt(rows[0]?.at as Date);
  return measureMs(() => closeMonth(ctx, { partnerId, userId: "usr_bench", month }));
}
