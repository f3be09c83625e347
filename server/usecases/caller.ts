import type { PartnerId } from "@/server/store/tenant";

/** The account behind an API key, as far as a request needs it. Amounts in kuruş. */
export interface Caller {
  readonly keyId: string;
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly status: "active" | "suspended" | "closed";
  readonly acceptanceHeld: boolean;
  readonly holdReason: string | null;
  readonly heldSince: Date | null;
  readonly paymentLinksEnabled: boolean;
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** Narrowing of every terminal's set; empty: none. */
  readonly installmentCounts: readonly number[];
  readonly allowedHosts: readonly string[];
  readonly cardAttemptLimit: number;
  /** Budgets per minute where staff raised them. */
  readonly rateLimits: {
    readonly paymentsPerKey: number | null;
    readonly linkWritesPerKey: number | null;
    readonly linkReadsPerKey: number | null;
  };
}
