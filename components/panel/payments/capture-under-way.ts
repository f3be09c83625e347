import type { PaymentMoment } from "./timeline-types";

/** How a capture stands that a bank has not answered: sent, or with an outcome that is not known. Null: there is none. */
export function captureUnderWay(moments: readonly PaymentMoment[]): "sent" | "unknown" | null {
  const ended = new Set(moments.flatMap((moment) => (moment.kind === "card_ended" ? [moment.number] : [])));
  const open = moments.filter((moment) => "number" in moment && !ended.has(moment.number));
  if (open.some(({ kind }) => kind === "capture_unknown")) return "unknown";
  return open.some(({ kind }) => kind === "capture_sent") ? "sent" : null;
}
