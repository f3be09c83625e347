import type { Chargeback } from "./chargeback-types";

/** What happens next with a chargeback; the sentences are in the catalogues. */
type ChargebackStep = "write" | "ready" | "late" | Exclude<Chargeback["status"], "open">;

/** Returns what happens next with a chargeback. */
export function findNextStep({
  status,
  urgency,
  statement,
}: Pick<Chargeback, "status" | "urgency" | "statement">): ChargebackStep {
  if (status !== "open") return status;
  if (urgency === "late") return "late";
  return statement === null ? "write" : "ready";
}
