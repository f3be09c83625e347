import { type Answer, broken, delay } from "./answer";
import { chooseFault, chooseLatencyMs } from "./faults";
import type { Moment } from "./moment";
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

/** The moment, the settings and the end of day with which an operation runs. */
export interface Circumstances extends Moment {
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
  const { random, faultRandom } = simulator;
  const settings = await readSettings(simulator.pool);
  const at = await simulator.now();
  const dayEnd = await simulator.readDayEnd(orderId);
  const faultTarget = chooseFaultTarget(request, settings);
  const fault = chooseFault(settings, faultTarget, faultRandom);
  if (fault?.when === "before") {
    const { amountKurus } = request;
    const entry = { at, protocol, operation, orderId, amountKurus, outcome: "nothing_done" } as const;
    await writeJournal(simulator.pool, { ...entry, maskedPan: null });
    return fault.answer;
  }
  const done = await inTransaction(simulator.pool, async (tx) => {
    const { answer, ...facts } = await work(tx, { at, random, settings, dayEnd });
    await writeJournal(tx, { at, protocol, operation, orderId, ...facts });
    return answer;
  });
  return delay(fault?.answer ?? done ?? broken, chooseLatencyMs(settings, faultTarget));
}

/** Returns the operation whose faults and latency apply to this request. */
function chooseFaultTarget({ operation, alsoUsedAs }: OperationRequest, { operations }: Settings): OperationName {
  return alsoUsedAs === undefined || operations.includes(operation) ? operation : alsoUsedAs;
}
