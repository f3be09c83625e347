import { AppError } from "@/server/domain/errors";
import type { Secret } from "@/server/domain/secret";

/** Controls the simulated banks over HTTP, because they run on their own origin and may run on another machine. */
export interface BankControl {
  readSettings(): Promise<unknown>;
  changeSettings(changes: object): Promise<unknown>;
  /**
   * Gives terminals a fault of their set-up, or ends it, and returns where each finds its bank from now on. Throws
   * validation_error for a fault that the terminal's protocol cannot have.
   */
  placeSetupFaults(wanted: SetupFaultWishes): Promise<Readonly<Record<string, { gate: string; api: string }>>>;
  readLog(orderId: string | null): Promise<{ items: BankLogItem[] }>;
  readLedger(): Promise<unknown>;
  /** Takes money of a captured order back, or gives that of a case back (D-401). Returns the number of the case. */
  chargeBack(wanted: object): Promise<unknown>;
  /** Reads the day-end file of a day as CSV, of the banks of one protocol or of all (D-400). */
  readDayFile(date: string, protocol: string | null): Promise<string>;
}

/** The wished fault of each terminal, and the protocol that it speaks. */
type SetupFaultWishes = Readonly<Record<string, { readonly protocol: string; readonly fault: string | null }>>;

interface BankLogItem {
  readonly at: string;
  readonly protocol: string;
  readonly operation: string;
  readonly orderId: string;
  /** The amount in kuruş; null when neither the request nor the order names one. */
  readonly amount: number | null;
  readonly outcome: string;
  readonly maskedPan: string | null;
}

const answerWithinMs = 5000;

export function createBankControl(bankOrigin: string, sandboxKey: Secret): BankControl {
  const call = async <T>(path: string, changes?: object): Promise<T> => {
    const response = await fetch(`${bankOrigin}/__control/${path}`, {
      method: changes ? "PATCH" : "GET",
      headers: { Authorization: `Bearer ${sandboxKey.reveal()}`, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(answerWithinMs),
      ...(changes && { body: JSON.stringify(changes) }),
    }).catch((error: unknown) => {
      throw unreachable(String(error));
    });
    if (response.status === 400) throw await readRefusal(response);
    if (!response.ok) throw unreachable(`HTTP ${response.status}`);
    return (await response.json()) as T;
  };
  return {
    readSettings: () => call("settings"),
    changeSettings: (changes) => call("settings", changes),
    placeSetupFaults: (wanted) => call("setup-faults", wanted),
    readLog: (orderId) => call(orderId === null ? "log" : `log?${new URLSearchParams({ orderId })}`),
    readLedger: () => call("ledger"),
    chargeBack: (wanted) => call("chargebacks", wanted),
    async readDayFile(date, protocol) {
      const { csv } = await call<{ csv: string }>(
        `day-file?${new URLSearchParams({ date, ...(protocol !== null && { protocol }) })}`,
      );
      return csv;
    },
  };
}

async function readRefusal(response: Response): Promise<AppError> {
  const { error } = (await response.json()) as { error: { message: string } };
  return new AppError("validation_error", `Simulated banks: ${error.message}`, { message: error.message });
}

const unreachable = (detail: string): AppError =>
  new AppError("internal_error", `Simulated banks: ${detail}`, {
    message: "The simulated banks do not answer.",
  });
