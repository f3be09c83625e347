import type { Pool } from "pg";
import { bankDay } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import type { Queryable } from "./records/database";
import { changeSettings, readSettings } from "./settings";

// The day-end files of the simulated banks, in the layout `sandbox` of the product's table of layouts (D-400).

/** A line of the file. Amounts in kuruş. */
interface FileLine {
  readonly protocol: string;
  readonly orderId: string;
  readonly kind: keyof typeof words;
  readonly amountKurus: bigint;
  readonly commissionKurus: bigint;
  readonly at: Date;
  readonly authCode: string;
  readonly rrn: string;
  /** The number of a chargeback's case; null for the others. */
  readonly caseNumber: string | null;
}

const words = {
  sale: "Satış",
  void: "İptal",
  credit: "İade",
  chargeback: "Ters İbraz",
  chargeback_reversal: "Ters İbraz İadesi",
} as const;

const header =
  "Banka;İşlem Tipi;Sipariş No;Tutar;Komisyon;İşlem Tarihi;Onay Kodu;Referans No;Dosya No;Neden Kodu;Son Yanıt Tarihi";

export interface DayFileRequest {
  /** The bank's business day, `YYYY-MM-DD`. */
  readonly date: string;
  /** The banks of one protocol; null for all. */
  readonly protocol: string | null;
}

/**
 * Writes the day-end file of a day as CSV. The first file after `dayFileErrors` was set has that many wrong lines, and
 * keeps them whenever it is asked for again.
 */
export async function writeDayFile(pool: Pool, request: DayFileRequest): Promise<string> {
  const lines = await listLines(pool, request);
  const planted = await takePlantedErrors(pool, request);
  const shown = plantErrors(lines, planted);
  return `\uFEFF${[header, ...shown.map(writeLine), ""].join("\r\n")}`;
}

/** The commission by which the card was priced. The simulated bank reads the agreement from the product's rows. */
const commission = `
  (case a.commission_basis when 'gross' then p.amount else p.amount - p.customer_share_amount end) * a.rate_bps / 10000
  + coalesce(a.fixed_fee, 0)`;

const linesSql = `
  select b.*, coalesce(case b.kind when 'sale' then ${commission} when 'void' then - (${commission}) else 0 end, 0)::bigint
           as "commissionKurus",
         coalesce(t.day_end_local, '00:00') as "dayEnd"
    from (
      select protocol, order_id as "orderId", kind, amount as "amountKurus", at, auth_code as "authCode", rrn, null as "caseNumber"
        from simulator.bank_transaction where refusal is null
      union all
      select o.protocol, c.order_id, c.kind, c.amount, c.at, '', '', c.case_number
        from simulator.chargeback c join simulator.bank_order o using (order_id)) b
    left join public.attempt a on a.bank_order_id = b."orderId"
    left join public.payment p on p.id = a.payment_id
    left join public.terminal t on t.id = p.terminal_id
   where ($2::text is null or b.protocol = $2)
     and b.at >= $1::date - interval '2 days' and b.at < $1::date + interval '3 days'
   order by b.at, b."orderId", b.kind`;

async function listLines(db: Queryable, { date, protocol }: DayFileRequest): Promise<FileLine[]> {
  const { rows } = await db.query<FileLine & { dayEnd: string }>(linesSql, [date, protocol]);
  return rows.filter(({ at, dayEnd }) => bankDay(at, dayEnd) === date);
}

/** Returns the number of errors of this file, which is decided when it is written for the first time. */
async function takePlantedErrors(pool: Pool, { date, protocol }: DayFileRequest): Promise<number> {
  const { dayFileErrors, plantedDayFiles } = await readSettings(pool);
  const file = `${date} ${protocol ?? "all"}`;
  const planted = plantedDayFiles[file];
  if (planted !== undefined || dayFileErrors === 0) return planted ?? 0;
  await changeSettings(pool, { dayFileErrors: 0, plantedDayFiles: { ...plantedDayFiles, [file]: dayFileErrors } });
  return dayFileErrors;
}

/** How a line can be wrong. Each returns what stands in its place. */
const faults: readonly ((line: FileLine) => readonly FileLine[])[] = [
  () => [],
  (line) => [{ ...line, amountKurus: line.amountKurus + 100n }],
  (line) => [{ ...line, commissionKurus: line.commissionKurus + 7n }],
  (line) => [line, line],
];

/** Plants errors into lines that lie apart; a file with too few lines gets lines of unknown orders. */
function plantErrors(lines: readonly FileLine[], count: number): readonly FileLine[] {
  const used = Math.min(count, lines.length);
  const step = used === 0 ? 1 : Math.floor(lines.length / used);
  const wrong = lines.flatMap((line, n) => {
    const place = n % step === 0 ? n / step : used;
    return place < used ? (faults[place % faults.length]?.(line) ?? [line]) : [line];
  });
  return [...wrong, ...Array.from({ length: count - used }, (_, n) => unknownLine(n))];
}

const unknownLine = (n: number): FileLine => ({
  protocol: "nestpay",
  orderId: `UNKNOWN${String(n + 1).padStart(13, "0")}`,
  kind: "sale",
  amountKurus: 10_000n,
  commissionKurus: 0n,
  at: new Date(0),
  authCode: "000000",
  rrn: String(900_000_000_000 + n),
  caseNumber: null,
});

const writeLine = (line: FileLine): string =>
  [
    line.protocol,
    words[line.kind],
    line.orderId,
    writeAmount(line.amountKurus),
    writeAmount(line.commissionKurus),
    writeTime(line.at),
    line.authCode,
    line.rrn,
    ...(line.kind === "chargeback"
      ? [line.caseNumber, "10.4", writeTime(plusMs(line.at, answerMs)).slice(0, 10)]
      : [line.caseNumber, "", ""]),
  ].join(";");

/** How long the simulated bank waits for the answer to a chargeback, ms. */
const answerMs = days(10);

function writeAmount(kurus: bigint): string {
  const whole = kurus < 0n ? -kurus : kurus;
  return `${kurus < 0n ? "-" : ""}${whole / 100n},${String(whole % 100n).padStart(2, "0")}`;
}

const istanbulTime = new Intl.DateTimeFormat("tr-TR", {
  timeZone: "Europe/Istanbul",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Writes `dd.MM.yyyy HH:mm:ss` in Istanbul. */
export function writeTime(at: Date): string {
  const parts = Object.fromEntries(istanbulTime.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute}:${parts.second}`;
}
