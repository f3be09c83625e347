import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, broken } from "./answer";
import { chooseFault, chooseLatencyMs } from "./faults";
import type { OrderKey } from "./records/authentications";
import { inTransaction, type Queryable } from "./records/database";
import { type JournalOutcome, writeJournal } from "./records/journal";
import type { DayEndLocal } from "./records/ledger";
import { type OperationName, readSettings, type Settings } from "./settings";
import type { Simulator } from "./simulator";

export interface OperationRequest extends OrderKey {
  readonly operation: OperationName;
  /** Another operation for which merchants use the same message; faults and latency of that one apply here too. */
  readonly alsoUsedAs?: OperationName;
  /** Kuruş; null when the request names no amount. */
  readonly amountKurus: bigint | null;
}

/** The time, the settings and the end of day with which an operation runs. */
export interface Circumstances {
  readonly at: Date;
  readonly settings: Settings;
  /** The day-end of the terminal on which the order was made. */
  readonly dayEnd: DayEndLocal;
}

export interface OperationResult {
  readonly outcome: JournalOutcome;
  readonly amountKurus: bigint | null;
  readonly maskedPan: string | null;
  /** The answer to the caller, or null when it is lost on the way. */
  readonly answer: Answer | null;
}

/**
 * Runs one operation of a merchant's server. The work and its journal line are one transaction; a fault that is
 * switched on happens before or after it. Latency follows the work, so a caller that stops waiting does not know what
 * the bank did.
 */
export async function runOperation(
  simulator: Simulator,
  request: OperationRequest,
  work: (tx: Queryable, circumstances: Circumstances) => Promise<OperationResult>,
): Promise<Answer> {
  const { operation, protocol, orderId } = request;
  const [settings, at, dayEnd] = await Promise.all([
    readSettings(simulator.pool),
    simulator.now(),
    simulator.readDayEnd(orderId),
  ]);
  const faultTarget = chooseFaultTarget(request, settings);
  const fault = chooseFault(settings, faultTarget, simulator.random);
  if (fault?.when === "before") {
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
  await holdBack(chooseLatencyMs(settings, faultTarget), simulator.closing);
  return fault?.answer ?? done ?? broken;
}

/** Returns the operation whose faults and latency apply to this request. */
function chooseFaultTarget({ operation, alsoUsedAs }: OperationRequest, { operations }: Settings): OperationName {
  return alsoUsedAs === undefined || operations.includes(operation) ? operation : alsoUsedAs;
}

/** Waits for the given time in ms, or until the server closes. */
async function holdBack(ms: number, closing: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: closing, ref: false }).catch(() => undefined);
}
