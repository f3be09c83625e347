import { AppError } from "@/server/domain/errors";
import type { Secret } from "@/server/domain/secret";

/** Controls the simulated banks over HTTP, because they run on their own origin and may run on another machine. */
export interface BankControl {
  readSettings(): Promise<unknown>;
  changeSettings(changes: object): Promise<unknown>;
  readLog(orderId: string | null): Promise<{ items: BankLogItem[] }>;
  readLedger(): Promise<unknown>;
}

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
    if (!response.ok) throw unreachable(`HTTP ${response.status}`);
    return (await response.json()) as T;
  };
  return {
    readSettings: () => call("settings"),
    changeSettings: (changes) => call("settings", changes),
    readLog: (orderId) => call(orderId === null ? "log" : `log?${new URLSearchParams({ orderId })}`),
    readLedger: () => call("ledger"),
  };
}

const unreachable = (detail: string): AppError =>
  new AppError("internal_error", `Simulated banks: ${detail}`, {
    message: "The simulated banks do not answer.",
  });
