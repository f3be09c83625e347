import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, broken } from "./answer";
import { chooseFault, latencyOf } from "./faults";
import type { OrderKey } from "./records/authentications";
import { inTransaction, type Queryable } from "./records/database";
import { type JournalOutcome, writeJournal } from "./records/journal";
import type { DayEndLocal } from "./records/ledger";
import { type OperationName, readSettings, type Settings } from "./settings";
import type { Simulator } from "./simulator";

export interface OperationRequest extends OrderKey {
  readonly operation: OperationName;
  /** A message that merchants use as another operation too: what is switched on for that one strikes here as well. */
  readonly alsoUsedAs?: OperationName;
  /** Kuruş; null when the request names no amount. */
  readonly amountKurus: bigint | null;
}

/** What an operation finds at the bank. */
export interface Circumstances {
  readonly at: Date;
  readonly settings: Settings;
  /** Of the bank connection that the order was made on. */
  readonly dayEnd: DayEndLocal;
}

export interface Done {
  readonly outcome: JournalOutcome;
  readonly amountKurus: bigint | null;
  readonly maskedPan: string | null;
  /** Null when it gets lost on the way. */
  readonly answer: Answer | null;
}

/**
 * Runs one operation of a merchant's server: what it does and its journal line are one transaction, and whatever
 * fault is switched on strikes before or after it. Latency comes after the work, so a caller that gives up
 * waiting does not know what the bank has done.
 */
export async function runOperation(
  simulator: Simulator,
  request: OperationRequest,
  work: (tx: Queryable, circumstances: Circumstances) => Promise<Done>,
): Promise<Answer> {
  const { operation, protocol, orderId } = request;
  const [settings, at, dayEnd] = await Promise.all([
    readSettings(simulator.pool),
    simulator.now(),
    simulator.dayEndOf(orderId),
  ]);
  const struck = struckAs(request, settings);
  const fault = chooseFault(settings, struck, simulator.random);
  if (fault?.strikes === "before") {
    const { amountKurus } = request;
    const entry = { at, protocol, operation, orderId, amountKurus, outcome: "nothing_done" } as const;
    await writeJournal(simulator.pool, { ...entry, maskedPan: null });
    return fault.answer;
  }
  const done = await inTransaction(simulator.pool, async (tx) => {
    const { answer, ...facts } = await work(tx, { at, settings, dayEnd });
    await writeJournal(tx, { at, protocol, operation, orderId, ...facts });
    return answer;
  });
  await holdBack(latencyOf(settings, struck), simulator.closing);
  return fault?.answer ?? done ?? broken;
}

/** The name under which faults and latency find an operation. */
function struckAs({ operation, alsoUsedAs }: OperationRequest, { operations }: Settings): OperationName {
  return alsoUsedAs === undefined || operations.includes(operation) ? operation : alsoUsedAs;
}

/** Waits, ms; a server that closes waits no longer. */
async function holdBack(ms: number, closing: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: closing, ref: false }).catch(() => undefined);
}
