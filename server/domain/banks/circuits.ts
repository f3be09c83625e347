import { minutes, plusMs, seconds } from "../clock";
import { type BankHost, toHostName } from "./bank-calls";
import { failuresInRowMax } from "./bank-condition";

/** Failures to reach a bank that lie further apart are not one trouble. */
const windowMs = minutes(5);
/** The pause before the first trial; each failed trial doubles it, up to the longest one. */
const firstPauseMs = seconds(10);
const longestPauseMs = seconds(60);
/** After this time a trial that did not end, because its request broke off, no longer holds the next one back. */
const trialMs = seconds(45);

/** What a new card does: it goes to the bank, is refused at once, or is the trial of whether the bank is back. */
export type Admission = "admitted" | "refused" | "trial";

interface Circuit {
  readonly bank: string;
  /** The failures to reach the bank since it was reached last. */
  failures: readonly Date[];
  /** Null while new cards are admitted. */
  open: {
    readonly since: Date;
    readonly pauseMs: number;
    readonly retryAt: Date;
    readonly trialSince: Date | null;
  } | null;
  reachedAt: Date | null;
}

/** What all processes together know of a bank's host. */
export interface SharedReach extends BankHost {
  readonly reachedAt: Date | null;
  /** Whether all processes together have failed to reach it so often that circuits open. */
  readonly isHeldOff: boolean;
  readonly lastFailureAt: Date | null;
}

/**
 * The circuit breaker of one process (D-371): per bank's host, whether new cards go there. It holds nothing that has to
 * survive the process. All instants are of the product's clock.
 */
export class Circuits {
  private readonly circuits = new Map<string, Circuit>();
  private openCount = 0;
  /** @param isOn whether circuits open at all */
  constructor(readonly isOn: boolean) {}

  /** Whether the circuit of any host is open. */
  get hasOpen(): boolean {
    return this.openCount > 0;
  }

  isOpen(host: BankHost): boolean {
    return (this.circuits.get(toHostName(host))?.open ?? null) !== null;
  }

  /** Returns for each bank that was called whether the circuit of one of its hosts is open. */
  readBanks(): ReadonlyMap<string, boolean> {
    const banks = new Map<string, boolean>();
    for (const { bank, open } of this.circuits.values()) {
      banks.set(bank, (banks.get(bank) ?? false) || open !== null);
    }
    return banks;
  }

  /** Returns whether a card may go to the bank now. A trial has to end by `note` or `endTrial`. */
  admit(host: BankHost, now: Date): Admission {
    const circuit = this.circuits.get(toHostName(host));
    if (!circuit?.open) return "admitted";
    const { retryAt, trialSince } = circuit.open;
    const isTried = trialSince !== null && plusMs(trialSince, trialMs) > now;
    if (isTried || now < retryAt) return "refused";
    circuit.open = { ...circuit.open, trialSince: now };
    return "trial";
  }

  /** Notes what a call has shown. Returns whether the circuit has opened or closed by it. */
  note(host: BankHost, reach: "reached" | "unreached", now: Date): "opened" | "closed" | null {
    if (!this.isOn) return null;
    const circuit = this.find(host);
    if (reach === "reached") return this.close(circuit, now);
    circuit.failures = [...circuit.failures.filter((at) => plusMs(at, windowMs) > now), now].slice(-failuresInRowMax);
    if (circuit.open) {
      const { since, pauseMs, trialSince } = circuit.open;
      const longer = Math.min(2 * pauseMs, longestPauseMs);
      // Calls that began before the circuit opened, or that are never held off, are no trials.
      if (trialSince !== null)
        circuit.open = { since, pauseMs: longer, retryAt: plusMs(now, longer), trialSince: null };
      return null;
    }
    if (circuit.failures.length < failuresInRowMax) return null;
    this.open(circuit, now);
    return "opened";
  }

  /** Ends a trial that never asked the bank, for example because the payment was refused for another reason. */
  endTrial(host: BankHost): void {
    const circuit = this.circuits.get(toHostName(host));
    if (circuit?.open) circuit.open = { ...circuit.open, trialSince: null };
  }

  /** Takes over what other processes have found out. Returns what has changed. */
  learn(shared: SharedReach, now: Date): "opened" | "closed" | null {
    if (!this.isOn) return null;
    const known = this.circuits.get(toHostName(shared));
    if (known?.open) {
      return shared.reachedAt !== null && shared.reachedAt > known.open.since
        ? this.close(known, shared.reachedAt)
        : null;
    }
    if (!shared.isHeldOff || shared.lastFailureAt === null) return null;
    const circuit = this.find(shared);
    // This process has reached the bank since, and the others do not know it yet.
    if (circuit.reachedAt !== null && circuit.reachedAt >= shared.lastFailureAt) return null;
    this.open(circuit, now);
    return "opened";
  }

  private find(host: BankHost): Circuit {
    const name = toHostName(host);
    const circuit = this.circuits.get(name) ?? { bank: host.bank, failures: [], open: null, reachedAt: null };
    this.circuits.set(name, circuit);
    return circuit;
  }

  private open(circuit: Circuit, now: Date): void {
    this.openCount++;
    circuit.open = { since: now, pauseMs: firstPauseMs, retryAt: plusMs(now, firstPauseMs), trialSince: null };
  }

  private close(circuit: Circuit, now: Date): "closed" | null {
    const wasOpen = circuit.open !== null;
    if (wasOpen) this.openCount--;
    circuit.failures = [];
    circuit.open = null;
    circuit.reachedAt = now;
    return wasOpen ? "closed" : null;
  }
}
