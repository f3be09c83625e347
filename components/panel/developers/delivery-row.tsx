import type { DeliveryStatus } from "@/server/domain/states";
import { TextLink } from "../../ui/text-link";
import type { AttemptOutcome } from "./delivery-words";

export interface DeliverySubject {
  readonly kind: "payment" | "link" | "payout";
  readonly id: string;
}

/** The view model of a delivery in a list. */
export interface DeliveryRow {
  readonly id: string;
  readonly type: string;
  readonly subject: DeliverySubject | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastResult: AttemptOutcome | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** The record that a delivery is about, as a link where its screen exists. */
export function DeliverySubjectLink({
  subject,
  toHref,
}: {
  subject: DeliverySubject | null;
  toHref?: ((subject: DeliverySubject) => string) | undefined;
}) {
  if (subject === null) return "–";
  const id = <span className="font-mono text-xs wrap-anywhere">{subject.id}</span>;
  return toHref ? <TextLink href={toHref(subject)}>{id}</TextLink> : id;
}
