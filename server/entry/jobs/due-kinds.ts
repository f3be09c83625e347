import type { FireDueInput } from "@/server/usecases/fire-due";

type DueKind = NonNullable<FireDueInput["kinds"]>[number];

/** A record, so that a kind that is added cannot be forgotten here. */
const besideRelay: Record<Exclude<DueKind, "relay">, true> = {
  payment_expiry: true,
  inquiry: true,
  alert: true,
  recheck: true,
  delivery: true,
};

/**
 * Everything that falls due but the relay: its function starts a run for what it makes, and without one a delivery is
 * tried again by the minute only.
 */
export const kindsBesideRelay = Object.keys(besideRelay) as readonly DueKind[];
