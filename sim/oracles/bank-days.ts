import { testCards } from "@/server/sandbox/bank/cards";
import type { BankLine, DayFile } from "../world/day-files";
import { type Judged, type Oracle, onlyWithDayFiles, queryOracle } from "./oracle";

/** Holds at every instant. */
export const bankDaysAlways = onlyWithDayFiles(
  queryOracle("days of banks at every instant", {
    "a day is closed with an open difference, or open without one": `
      select d.id, d.day, d.closed_at from bank_day d
       where (d.closed_at is null) <> exists (select 1 from bank_difference where bank_day_id = d.id and closed_at is null)`,
    "a day has not the lines of its file": `
      select d.id, d.day, d.line_count, l.count, l.matched from bank_day d
       cross join lateral (select count(*) as count, count(entry_id) as matched from bank_day_line where bank_day_id = d.id) l
       where l.count <> d.line_count or l.matched > d.matched_count`,
    "a movement of the books is in two lines": `
      select entry_id, count(*) from bank_day_line where entry_id is not null group by 1 having count(*) > 1`,
    "a line is about another order, kind or payment than its movement": `
      select l.bank_day_id, l.number, l.order_id, e.id, e.kind
        from bank_day_line l join ledger_entry e on e.id = l.entry_id
        join attempt a on a.payment_id = e.payment_id and a.status = 'captured'
       where a.bank_order_id <> l.order_id or l.kind::text <> case e.kind when 'capture' then 'sale' else e.kind::text end`,
    "a day is closed although a line has no movement, and no person has explained it": `
      select d.id, d.day, l.number, l.kind, l.order_id
        from bank_day d join bank_day_line l on l.bank_day_id = d.id
       where d.closed_at is not null and l.entry_id is null
         and not exists (select 1 from bank_difference f where f.bank_day_id = d.id and f.explained_by is not null
                            and f.order_id = l.order_id and f.line_kind = l.kind)
         and not exists (select 1 from money_return m join attempt a on a.id = m.attempt_id where a.bank_order_id = l.order_id)`,
    "a closed day was changed without a comparison": `
      select t.* from sim.day_touch t
       where t.was_closed and not exists (select 1 from sim.day_touch day
               where day.tx = t.tx and day.bank_day_id = t.bank_day_id and day.record = 'bank_day')`,
    "two differences of a day are the same": `
      select bank_day_id, kind, line_kind, order_id, bank_amount, count(*)
        from bank_difference where closed_at is null group by 1, 2, 3, 4, 5 having count(*) > 1`,
  }),
);

/** Holds at the end, when the file of each day was compared with complete books. */
export const daysComplete = onlyWithDayFiles(
  queryOracle("days of banks are complete", {
    "a movement of a closed day is in no file, and no person has explained it": `
      select d.day, e.id, e.kind, e.payment_id
        from bank_day d join ledger_entry e on e.day = d.day and e.payment_id is not null and e.kind <> 'correction'
       where d.closed_at is not null and not exists (select 1 from bank_day_line l where l.entry_id = e.id)
         and not exists (select 1 from bank_difference f where f.entry_id = e.id and f.explained_by is not null)`,
  }),
);

/** A difference on record, or one that has to be there: its day, its kind and the line of the bank. */
type Named = string;

const nameDifference = (
  day: string,
  kind: string,
  lineKind: string,
  orderId: string,
  bankKurus: number | null,
): Named => [day, kind, lineKind, orderId, bankKurus ?? "not in the file"].join(" ");

/**
 * Holds at the end: the differences of each day are the faults that the banks put into its file, each once, lines of
 * other days, and commissions above the legal cap. What has to be there comes from the banks' own record, without the
 * product's comparison.
 */
export const differencesPlanted: Oracle = onlyWithDayFiles({
  name: "differences = planted faults",
  async find(judged) {
    const { rows: days } = await judged.world.control.query<{ day: string; fileName: string }>(
      `select to_char(day, 'YYYY-MM-DD') as day, file_name as "fileName" from bank_day order by day`,
    );
    const { dayFiles } = judged.world.notes;
    const unread = [...new Set(dayFiles.map(({ day }) => day))].filter((day) => days.every((one) => one.day !== day));
    const current = days.flatMap(({ fileName }) => dayFiles.find(({ name }) => name === fileName) ?? []);
    const expected = listExpected(current, await readBooks(judged));
    const found = await readFound(judged);
    return [
      ...unread.map((day) => `The file of ${day} was never imported`),
      ...listMissing(
        expected,
        found.map(({ name }) => name),
      ).map((name) => `Not on record: ${name}`),
      ...listMissing(
        found.flatMap(({ name, isOpen }) => (isOpen ? [name] : [])),
        expected,
      ).map((name) => `Not planted: ${name}`),
    ];
  },
});

/** Lists what the first list has more often than the second one. */
function listMissing(wanted: readonly Named[], from: readonly Named[]): Named[] {
  const left = [...from];
  return wanted.filter((name) => {
    const place = left.indexOf(name);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** The differences that are open, or that a person has explained. The others are gone. */
async function readFound({ world }: Judged): Promise<readonly { readonly name: Named; readonly isOpen: boolean }[]> {
  const { rows } = await world.control.query<{
    day: string;
    kind: string;
    lineKind: string;
    orderId: string;
    bankKurus: number | null;
    isOpen: boolean;
  }>(`
    select to_char(d.day, 'YYYY-MM-DD') as day, f.kind::text as kind, f.line_kind::text as "lineKind",
           f.order_id as "orderId", f.bank_amount::int as "bankKurus", f.closed_at is null as "isOpen"
      from bank_difference f join bank_day d on d.id = f.bank_day_id
     where f.closed_at is null or f.explained_by is not null order by f.id`);
  return rows.map(({ isOpen, ...one }) => ({
    name: nameDifference(one.day, one.kind, one.lineKind, one.orderId, one.bankKurus),
    isOpen,
  }));
}

/** A movement of the books, with the bank's day on which they have it. */
interface Booked {
  readonly kind: string;
  readonly orderId: string;
  readonly amountKurus: number;
  readonly day: string;
}

interface Books {
  readonly booked: readonly Booked[];
  /** The orders whose money went back without ever being booked (D-72). */
  readonly returned: readonly string[];
  /** The orders of which the bank keeps more than the legal cap permits, so each sale and void differs (D-402). */
  readonly aboveCap: readonly string[];
}

async function readBooks({ world }: Judged): Promise<Books> {
  const { rows: booked } = await world.control.query<Booked>(`
    select case e.kind when 'capture' then 'sale' else e.kind::text end as kind, a.bank_order_id as "orderId",
           abs(e.amount)::int as "amountKurus", to_char(e.day, 'YYYY-MM-DD') as day
      from ledger_entry e join attempt a on a.payment_id = e.payment_id and a.status = 'captured'
     order by e.occurred_at, e.id`);
  const { rows: returned } = await world.control.query<{ orderId: string }>(`
    select a.bank_order_id as "orderId" from money_return m join attempt a on a.id = m.attempt_id where m.status = 'approved'`);
  const { rows: cards } = await world.control.query<{ orderId: string; bin: string }>(
    `select order_id as "orderId", left(masked_pan, 6) as bin from simulator.bank_order`,
  );
  // The simulated agreements are above the cap (D-251) for these families, whose cards pay in one charge.
  const isAbove = (bin: string): boolean =>
    testCards.some(({ pan, family }) => (family === "debit" || family === "prepaid") && pan.startsWith(bin));
  return {
    booked,
    returned: returned.map(({ orderId }) => orderId),
    aboveCap: cards.flatMap(({ orderId, bin }) => (isAbove(bin) ? [orderId] : [])),
  };
}

/** Lists the differences that the current files have to cause. */
function listExpected(files: readonly DayFile[], { booked, returned, aboveCap }: Books): Named[] {
  const left = [...booked];
  const days = new Set(files.map(({ day }) => day));
  /** Takes the movement of a line out of those that are left: one of its amount before a credit of another. */
  const take = (line: Pick<BankLine, "kind" | "orderId" | "amountKurus">, day: string): Booked | null => {
    const ofOrder = left.filter(({ kind, orderId }) => kind === line.kind && orderId === line.orderId);
    const equal = ofOrder.filter(({ amountKurus }) => amountKurus === line.amountKurus);
    const found =
      equal.find((one) => one.day === day) ?? equal[0] ?? (line.kind === "credit" ? ofOrder[0] : null) ?? null;
    if (found) left.splice(left.indexOf(found), 1);
    return found;
  };
  return files.flatMap(({ day, genuine, lines, faults }) => {
    const lacking = faults.flatMap((one) => (one.kind === "missing_there" ? [one] : []));
    const laterOrMissing = (line: BankLine): boolean =>
      lines.every(({ kind, orderId }) => kind !== line.kind || orderId !== line.orderId);
    const ofLines = genuine
      .filter((line) => !laterOrMissing(line))
      .flatMap((line) => {
        if (returned.includes(line.orderId) && line.kind !== "chargeback" && line.kind !== "chargeback_reversal")
          return [];
        const movement = take(line, day);
        const shown = lines.find(({ kind, orderId }) => kind === line.kind && orderId === line.orderId);
        const isAlone =
          genuine.filter(({ kind, orderId }) => kind === line.kind && orderId === line.orderId).length === 1;
        const kurus = isAlone && shown ? shown.amountKurus : line.amountKurus;
        if (!movement) return [nameDifference(day, "missing_here", line.kind, line.orderId, kurus)];
        return movement.day === day ? [] : [nameDifference(day, "date", line.kind, line.orderId, kurus)];
      });
    const planted = faults.flatMap(({ kind, lineKind, orderId, bankKurus }) =>
      kind === "missing_there" ? [] : [nameDifference(day, kind, lineKind, orderId, bankKurus)],
    );
    const missing = lacking.flatMap(({ lineKind, orderId }) => {
      const movement = left.find((one) => one.kind === lineKind && one.orderId === orderId);
      return movement && days.has(movement.day)
        ? [nameDifference(movement.day, "missing_there", lineKind, orderId, null)]
        : [];
    });
    return [...ofLines, ...planted, ...missing, ...listAboveCap(day, { lines, faults }, aboveCap)];
  });
}

/** Lists the commissions that are too high without a fault of the file. One fault of a line hides it. */
function listAboveCap(day: string, { lines, faults }: Pick<DayFile, "lines" | "faults">, aboveCap: readonly string[]) {
  const hasFault = ({ kind, orderId }: BankLine): boolean =>
    faults.some((one) => one.lineKind === kind && one.orderId === orderId && one.kind !== "twice");
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const { kind, orderId, amountKurus } = line;
    const isOther = seen.has(`${kind} ${orderId}`) || (kind !== "sale" && kind !== "void") || hasFault(line);
    seen.add(`${kind} ${orderId}`);
    return isOther || !aboveCap.includes(orderId)
      ? []
      : [nameDifference(day, "commission", kind, orderId, amountKurus)];
  });
}
