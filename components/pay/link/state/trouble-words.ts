import type { Sentences } from "@/components/pay/words";
import type { TroubleName } from "@/server/domain/payments/buyer-page";

/** The texts for a problem that is not a state of the link itself. */
export interface TroubleWords {
  /** Does not name the limit or a reason (§4.7 rule 5). */
  readonly limit: Sentences;
  readonly unknown: Sentences;
  /** The sentences by error code; other codes use `internal_error`. */
  readonly trouble: Partial<Record<TroubleName, Sentences>> & { readonly internal_error: Sentences };
}
