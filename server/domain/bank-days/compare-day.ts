import type { DayLine, LineKind } from "./day-line";

/** A movement of money in the books that a bank's day-end file should have. Amounts in kuruş, instants in UTC. */
export interface Movement {
  readonly id: string;
  /** The entry of the ledger; null for money that went back without ever being booked (D-72). */
  readonly entryId: string | null;
  readonly kind: LineKind;
  readonly orderId: string;
  readonly amountKurus: bigint;
  readonly at: Date;
  /** The bank's business day, `YYYY-MM-DD`; null where the books do not know it. */
  readonly day: string | null;
  readonly authCode: string | null;
  readonly rrn: string | null;
  /** The bank's number of a chargeback's case; null for other movements. */
  readonly caseNumber: string | null;
  /** What the bank should keep of it, as a file says it; null where that is not known. */
  readonly commissionKurus: bigint | null;
  /** Whether the file of its day must have it. */
  readonly isExpected: boolean;
  /** Whether the file of another day has it already. */
  readonly isMatchedElsewhere: boolean;
  readonly paymentId: string;
  readonly partnerId: string;
  readonly terminalId: string;
}

export const differenceKinds = ["missing_here", "missing_there", "sum", "commission", "date", "twice"] as const;

/**
 * How a file and the books differ. `missing_here`: only the bank has it. `missing_there`: only the books have it.
 * `sum`: both, with different amounts. `commission`: the bank kept another commission than it should. `date`: the books
 * have it on another day of the bank. `twice`: the bank has it a second time.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

/** A difference between a bank's file and the books. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Recognises the same difference in a later comparison. */
  readonly key: string;
  readonly line: DayLine | null;
  readonly movement: Movement | null;
}

/** What the comparison of a day found. */
export interface DayComparison {
  /** The movement of each line that has one, by the number of the line. */
  readonly matches: ReadonlyMap<number, Movement>;
  readonly differences: readonly Difference[];
}

/**
 * Compares a bank's day-end file with the books, line by line: by order, reference and amount (D-400). Each line has at
 * most one movement, and each movement at most one line.
 * @param movements those of the day, and those of other days whose orders or references the file names
 */
export function compareDay(day: string, lines: readonly DayLine[], movements: readonly Movement[]): DayComparison {
  const matches = matchLines(lines, movements);
  const matched = new Set([...matches.values()].map(({ id }) => id));
  const taken = new Map<string, DayLine[]>();
  for (const line of lines) if (matches.has(line.number)) add(taken, orderKey(line), line);
  const ofLines = lines.flatMap((line) => {
    const movement = matches.get(line.number) ?? null;
    return movement ? compareLine(day, line, movement) : [judgeUnmatched(line, taken, movements)];
  });
  const missing = movements
    .filter((one) => one.isExpected && !one.isMatchedElsewhere && one.day === day && !matched.has(one.id))
    .map((movement) => ({ kind: "missing_there" as const, key: `missing_there ${movement.id}`, line: null, movement }));
  return { matches, differences: numberRepeated([...ofLines, ...missing]) };
}

const orderKey = ({ orderId, kind }: Pick<DayLine, "orderId" | "kind">): string => `${kind} ${orderId}`;

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

type Likeness = (line: DayLine, movement: Movement) => boolean;

const isSameSum: Likeness = (line, movement) => line.amountKurus === movement.amountKurus;
const isSameReference: Likeness = (line, movement) =>
  isOfCase(line)
    ? isSameCase(line, movement)
    : (line.rrn !== null && line.rrn === movement.rrn) ||
      (line.rrn === null && line.authCode !== null && line.authCode === movement.authCode);

const isOfCase = ({ kind }: Pick<DayLine, "kind">): boolean => kind === "chargeback" || kind === "chargeback_reversal";

/** A case without a number is recognised by its instant, which the books have from the line that was booked. */
const isSameCase: Likeness = (line, movement) =>
  line.caseNumber === null ? line.at.getTime() === movement.at.getTime() : line.caseNumber === movement.caseNumber;

/**
 * From the surest likeness to the least sure one, so that no line takes the movement of another. A chargeback is never
 * taken for another case of its order.
 */
const likenesses: readonly Likeness[] = [
  (line, movement) => isSameSum(line, movement) && isSameReference(line, movement),
  (line, movement) => isSameReference(line, movement),
  (line, movement) => isSameSum(line, movement) && line.caseNumber === null,
  (line) => !isOfCase(line),
];

function matchLines(lines: readonly DayLine[], movements: readonly Movement[]): Map<number, Movement> {
  const matches = new Map<number, Movement>();
  const used = new Set<string>();
  const byOrder = new Map<string, Movement[]>();
  const byReference = new Map<string, Movement[]>();
  for (const movement of movements) {
    if (movement.isMatchedElsewhere) continue;
    add(byOrder, orderKey(movement), movement);
    if (movement.rrn !== null) add(byReference, `${movement.kind} ${movement.rrn}`, movement);
  }
  const match = (line: DayLine, candidates: readonly Movement[] | undefined, isLike: Likeness): void => {
    if (matches.has(line.number)) return;
    const found = candidates?.find((movement) => !used.has(movement.id) && isLike(line, movement));
    if (!found) return;
    used.add(found.id);
    matches.set(line.number, found);
  };
  for (const isLike of likenesses) {
    for (const line of lines) match(line, byOrder.get(orderKey(line)), isLike);
  }
  // The order id of a file may be cut off or belong to the bank; the reference of the host with the amount is enough.
  for (const line of lines) {
    if (line.rrn !== null) match(line, byReference.get(`${line.kind} ${line.rrn}`), isSameSum);
  }
  return matches;
}

function compareLine(day: string, line: DayLine, movement: Movement): Difference[] {
  const found: DifferenceKind[] = [];
  if (line.amountKurus !== movement.amountKurus) found.push("sum");
  else if (isOtherCommission(line, movement)) found.push("commission");
  if (movement.day !== null && movement.day !== day) found.push("date");
  return found.map((kind) => ({ kind, key: toKey(kind, line, movement), line, movement }));
}

/** Another sum of the bank is another difference, so that an explanation of one does not hide the next one. */
function toKey(kind: DifferenceKind, line: DayLine, { id }: Movement): string {
  if (kind === "sum") return `${kind} ${id} ${line.amountKurus}`;
  return kind === "commission" ? `${kind} ${id} ${line.commissionKurus}` : `${kind} ${id}`;
}

const isOtherCommission = (line: DayLine, movement: Movement): boolean =>
  line.commissionKurus !== null &&
  movement.commissionKurus !== null &&
  line.commissionKurus !== movement.commissionKurus;

/**
 * Tells a repetition from money that the books do not have: a sale and a void happen once for each order, and a credit
 * or a case is repeated where its reference is.
 */
function judgeUnmatched(line: DayLine, taken: Map<string, DayLine[]>, movements: readonly Movement[]): Difference {
  const others = taken.get(orderKey(line)) ?? [];
  const isRepeated = happensOnce(line.kind)
    ? others.length > 0
    : others.some(({ rrn, caseNumber }) =>
        isOfCase(line) ? isEqual(caseNumber, line.caseNumber) : isEqual(rrn, line.rrn),
      );
  const elsewhere = movements.find((one) => one.isMatchedElsewhere && isSameMovement(line, one));
  const kind = isRepeated || elsewhere ? "twice" : "missing_here";
  const { orderId, rrn, amountKurus } = line;
  const key = [kind, line.kind, orderId, rrn ?? line.caseNumber ?? "", amountKurus].join(" ");
  return { kind, key, line, movement: elsewhere ?? null };
}

const isEqual = (one: string | null, other: string | null): boolean => one !== null && one === other;

const happensOnce = (kind: LineKind): boolean => kind === "sale" || kind === "void";

const isSameMovement = (line: DayLine, movement: Movement): boolean =>
  orderKey(line) === orderKey(movement) && (happensOnce(line.kind) || isSameReference(line, movement));

/** Gives equal keys a number, so that two equal lines too many are two differences. */
function numberRepeated(differences: readonly Difference[]): Difference[] {
  const seen = new Map<string, number>();
  return differences.map((difference) => {
    const times = (seen.get(difference.key) ?? 0) + 1;
    seen.set(difference.key, times);
    return times === 1 ? difference : { ...difference, key: `${difference.key} ${times}` };
  });
}
