import type { StateTone } from "../../ui/state";
import type { Chargeback } from "./chargeback-types";

/** Something that happened to a chargeback. */
export interface ChargebackEvent {
  readonly kind: "taken" | "booked" | "contested" | "accepted" | "answered" | "won" | "lost";
  readonly at: Date;
  readonly tone: StateTone;
  /** Who did it; null for what the bank did. */
  readonly by: string | null;
}

const answerTones = { contested: "info", accepted: "quiet", answered: "info" } as const;

/** Whether an event is the answer to the bank, which a person gave. */
export const isAnswer = (kind: ChargebackEvent["kind"]): boolean => Object.hasOwn(answerTones, kind);

/** Lists what happened to a chargeback, oldest first. */
export function listChargebackEvents(
  chargeback: Pick<Chargeback, "status" | "bankAt" | "createdAt" | "answeredAt" | "answeredBy" | "endedAt">,
): ChargebackEvent[] {
  const { status, bankAt, createdAt, answeredAt, answeredBy: by, endedAt } = chargeback;
  const answer = findAnswer(status);
  return [
    { kind: "taken", at: bankAt, tone: "warn", by: null },
    { kind: "booked", at: createdAt, tone: "quiet", by: null },
    ...(answeredAt === null ? [] : [{ kind: answer, at: answeredAt, tone: answerTones[answer], by }]),
    ...(endedAt !== null && status === "won" ? [{ kind: status, at: endedAt, tone: "good", by: null } as const] : []),
    ...(endedAt !== null && status === "lost" ? [{ kind: status, at: endedAt, tone: "bad", by: null } as const] : []),
  ];
}

/**
 * Returns how a chargeback in this state was answered. The bank decides against a merchant only after it was contested,
 * but may give the money back whatever was answered.
 */
function findAnswer(status: Chargeback["status"]): "contested" | "accepted" | "answered" {
  if (status === "accepted") return status;
  return status === "won" ? "answered" : "contested";
}
