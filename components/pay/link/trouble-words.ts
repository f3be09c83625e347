import type { TroubleName } from "@/server/domain/payments/buyer-page";
import type { Sentences } from "../words";

/** What a link's page says when something stands in the way that is not the link's own state. */
export interface TroubleWords {
  /** Names neither a limit nor a reason (§4.7 rule 5). */
  readonly limit: Sentences;
  readonly unknown: Sentences;
  /** By name; others take `internal_error`. */
  readonly trouble: Partial<Record<TroubleName, Sentences>> & { readonly internal_error: Sentences };
}
