import type { Cause, Mender, Severity } from "./causes";

/** The questions of the connection doctor, in the order in which they are shown. */
export const checkNames = [
  /** The addresses of the agreement, compared with the catalogue and the mode. */
  "addresses",
  "inquiry",
  "history",
  "void",
  "refund",
  /** PosNet only: the request before the bank's page. */
  "prepare",
  "gate",
  "installments",
  "clock",
  /** An inquiry of a captured payment of this connection, where there is one. */
  "known_order",
] as const;
export type CheckName = (typeof checkNames)[number];

/**
 * `fine`: the answer of a healthy connection. `fault`: it led to a finding. `not_asked`: the protocol has no such
 * question, or an earlier fault made it pointless, or the time was over.
 */
type CheckState = "fine" | "fault" | "not_asked";

export interface CheckResult {
  readonly check: CheckName;
  readonly state: CheckState;
}

/** What the bank's answer was, as far as people may read it: no secret, no card data. */
export interface Evidence {
  readonly address: "gate" | "api";
  /** The bank's own code, e.g. `CORE-2254`, or the code of the network's error, e.g. `ECONNREFUSED`. */
  readonly code: string | null;
  /** The bank's own words, at most 200 characters. */
  readonly text: string | null;
  readonly httpStatus: number | null;
  /** Our source address as the bank saw it, where its answer names it (PosNet). */
  readonly sourceAddress: string | null;
}

/** One cause, with the answer that shows it first. */
export interface Finding {
  readonly cause: Cause;
  readonly mender: Mender;
  readonly severity: Severity;
  /** The questions whose answers show it. */
  readonly checks: readonly CheckName[];
  readonly evidence: Evidence | null;
  /** The installment counts that the bank refused; empty for other causes. */
  readonly counts: readonly number[];
  /** How much the bank's clock is ahead of ours, in whole seconds; null for other causes. */
  readonly clockSeconds: number | null;
}

/** The values of the agreement that a letter to the bank names. None of them is a secret. */
export interface ConnectionFacts {
  readonly terminalId: string;
  /** The name of the bank as the catalogue writes it. */
  readonly bankName: string;
  readonly merchantNo: string;
  readonly terminalNo: string;
  readonly user: string;
  readonly apiHost: string;
  readonly gateHost: string;
}

/** A diagnosis of one bank connection. It passed when it has no finding. */
export interface Diagnosis {
  /** Null for an agreement that is not stored yet; such a diagnosis is not kept. */
  readonly id: string | null;
  readonly connectionId: string | null;
  readonly at: Date;
  /** The person or command that asked. */
  readonly by: string;
  readonly passed: boolean;
  readonly findings: readonly Finding[];
  readonly checks: readonly CheckResult[];
  readonly facts: ConnectionFacts;
  /** The made-up order of the questions, by which the bank's message trace shows them. */
  readonly orderId: string;
}
