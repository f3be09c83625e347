import pg from "pg";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { asPartnerId } from "@/server/store/tenant";
import type { PaymentFilters, PaymentSort } from "../server/domain/payments/payment-list";
import { readPaymentSearch } from "../server/domain/payments/payment-search";
import { migrate } from "../server/launch/migrations/migrate";
import { startTemporaryPostgres } from "../server/launch/postgres/temporary-postgres";
import { listPaymentRows } from "../server/store/payments/payment-list";
import type { PaymentPosition } from "../server/store/payments/payment-selection";
import { type BenchSettings, percentile } from "./load";
import { measureMs } from "./pairs";
import { listedAccount, writePaymentRows } from "./payment-rows";
import type { AtEnd } from "./processes";

/** Measures the database queries of the panel's payment list for an account with a million payments (see README.md). */
export const benchPaymentsList = async ({ seconds, rounds }: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const cluster = await startTemporaryPostgres();
  atEnd(() => cluster.stop());
  const databaseUrl = cluster.url("postgres");
  await migrate(databaseUrl);
  const count = Number(process.env.BENCH_PAYMENTS ?? 1_000_000);
  console.log(`Writing ${count.toLocaleString("en")} payments …`);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await writePaymentRows(client, count).finally(() => client.end());
  const db = createDb({ databaseUrl });
  atEnd(() => closeDb(db));
  console.log(`${rounds} times ${seconds} s for each question`);
  const rows = [];
  for (const question of listQuestions(count)) rows.push(await ask(db, question, { seconds, rounds }));
  console.log(report(rows));
};

interface Question {
  readonly name: string;
  readonly filters?: Partial<PaymentFilters>;
  readonly search?: string;
  /** The newest first by default. */
  readonly sort?: PaymentSort;
}

const [busy, , , old, rare] = listedAccount.terminals;
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const amounts = (from: number | null, to: number | null): Partial<PaymentFilters> => ({
  amount: { fromKurus: from === null ? null : BigInt(from), toKurus: to === null ? null : BigInt(to) },
});

const listQuestions = (count: number): readonly Question[] => [
  { name: "no filter" },
  { name: "captured", filters: { status: ["captured"] } },
  { name: "failed", filters: { status: ["failed"] } },
  { name: "started (40 of them)", filters: { status: ["initiated"] } },
  { name: "not refunded", filters: { refunded: "none" } },
  { name: "partly refunded", filters: { refunded: "partial" } },
  { name: "refund pending (a few dozen)", filters: { refunded: "pending" } },
  { name: "source: link", filters: { source: "payment_link" } },
  { name: "one terminal", filters: { terminalId: busy } },
  { name: "a terminal no longer used", filters: { terminalId: old } },
  { name: "a terminal with three payments", filters: { terminalId: rare } },
  { name: "an unknown terminal", filters: { terminalId: "trm_none" } },
  { name: "amounts from 10,000", filters: amounts(1_000_000, null) },
  { name: "amounts from 34,000 (few payments)", filters: amounts(3_400_000, null) },
  { name: "amounts up to 1,000 (old payments)", filters: amounts(null, 19_999) },
  { name: "amounts up to 100,000 (old payments)", filters: amounts(null, 100_000) },
  { name: "amounts without a payment", filters: amounts(900_000_000, null) },
  { name: "a day a year ago", filters: { created: { from: ago(365), to: ago(364) } } },
  { name: "a month without payments", filters: { created: { from: ago(900), to: ago(870) } } },
  { name: "failed, one terminal", filters: { status: ["failed"], terminalId: busy } },
  { name: "failed, a terminal no longer used", filters: { status: ["failed"], terminalId: old } },
  {
    name: "failed, source: link, one month",
    filters: { status: ["failed"], source: "payment_link", created: { from: ago(400), to: ago(370) } },
  },
  { name: "captured, amounts of old payments", filters: { status: ["captured"], ...amounts(null, 19_999) } },
  { name: "source: panel, amounts from 34,000", filters: { source: "panel", ...amounts(3_400_000, null) } },
  {
    name: "started, amounts of old payments (none)",
    filters: { status: ["initiated"], ...amounts(null, 19_999) },
  },
  { name: "refunded, a terminal no longer used", filters: { refunded: "full", terminalId: old } },
  { name: "refund pending, source: panel", filters: { refunded: "pending", source: "panel" } },
  { name: "search: an order code", search: `SIP-25-${Math.floor(count * 0.3)}` },
  { name: "search: prefix of a thousand order codes", search: "SIP-25-300" },
  { name: "search: prefix of 400,000 old order codes", search: "SIP-25-" },
  { name: "search: prefix of all order codes", search: "SIP" },
  { name: "search: an unknown code", search: "XYZ" },
  { name: "search: a payment code", search: `pay_b${String(count / 2).padStart(25, "0")}` },
  { name: "search: last four digits or any other meaning", search: "0420" },
  { name: "search: an amount", search: "1.250,50" },
  { name: "search: last four digits, failed", search: "0421", filters: { status: ["failed"] } },
  {
    name: "search: prefix of all order codes, a terminal no longer used",
    search: "SIP",
    filters: { terminalId: old },
  },
  { name: "oldest first", sort: "created" },
  { name: "oldest first, failed", sort: "created", filters: { status: ["failed"] } },
  { name: "greatest amount first", sort: "-amount" },
  { name: "smallest amount first", sort: "amount" },
  { name: "greatest amount first, captured", sort: "-amount", filters: { status: ["captured"] } },
  { name: "greatest amount first, failed or expired", sort: "-amount", filters: { status: ["failed", "expired"] } },
  { name: "greatest amount first, started (40 of them)", sort: "-amount", filters: { status: ["initiated"] } },
  { name: "greatest amount first, today", sort: "-amount", filters: { created: { from: ago(1), to: null } } },
  { name: "greatest amount first, a month", sort: "-amount", filters: { created: { from: ago(400), to: ago(370) } } },
  {
    name: "greatest amount first, failed, one terminal, a month",
    sort: "-amount",
    filters: { status: ["failed"], terminalId: busy, created: { from: ago(400), to: ago(370) } },
  },
  { name: "greatest amount first, refund pending", sort: "-amount", filters: { refunded: "pending" } },
  { name: "greatest amount first, a terminal no longer used", sort: "-amount", filters: { terminalId: old } },
  { name: "greatest amount first, search: prefix of all order codes", sort: "-amount", search: "SIP" },
  { name: "greatest amount first, search: last four digits", sort: "-amount", search: "0420" },
];

const nothing: PaymentFilters = {
  status: null,
  refunded: null,
  source: null,
  terminalId: null,
  linkId: null,
  amount: null,
  created: null,
};

const pageSize = 50;

async function ask(db: Db, question: Question, { seconds, rounds }: BenchSettings) {
  const list = (after: PaymentPosition | null) =>
    listPaymentRows(db, {
      partnerId: asPartnerId(listedAccount.partnerId),
      filters: { ...nothing, ...question.filters },
      search: question.search === undefined ? null : readPaymentSearch(question.search),
      sort: question.sort ?? "-created",
      after,
      countMax: pageSize + 1,
    });
  const first = await list(null);
  const far = await findPosition(list, 199);
  const times = { first: [] as number[], far: [] as number[] };
  for (const end = performance.now() + seconds * rounds * 1_000; performance.now() < end; ) {
    times.first.push(await measureMs(() => list(null)));
    if (far) times.far.push(await measureMs(() => list(far)));
  }
  return { name: question.name, count: first.length, ...times };
}

/** Returns the position after `pages` pages, or null when there are fewer. */
async function findPosition(list: (after: PaymentPosition | null) => Promise<PaymentPosition[]>, pages: number) {
  let place: PaymentPosition | null = null;
  for (let page = 0; page < pages; page += 1) {
    const rows = await list(place);
    const last = rows[pageSize - 1];
    if (!last || rows.length <= pageSize) return null;
    place = last;
  }
  return place;
}

/** The p99 in ms that every query should stay below. */
const aimMs = 100;

function report(rows: readonly Awaited<ReturnType<typeof ask>>[]): string {
  const cells = (times: readonly number[]) =>
    times.length === 0 ? ["–", "–"] : [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
  const lines = rows.map(({ name, count, first, far }) => {
    const isMissed =
      [...first, ...far].length > 0 && Math.max(percentile(first, 0.99), percentile(far, 0.99) || 0) >= aimMs;
    return `| ${name} | ${count} | ${cells(first).join(" | ")} | ${cells(far).join(" | ")} |${isMissed ? " missed" : ""}`;
  });
  return [
    "",
    "| | rows | p50, first page | p99 | p50, page 200 | p99 |",
    "|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
