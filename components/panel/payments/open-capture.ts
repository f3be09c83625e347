import type { PaymentEvent } from "./payment-types";

/** Returns the state of an open capture: sent, or with an unknown outcome. Returns null when there is none. */
export function findOpenCapture(events: readonly PaymentEvent[]): "sent" | "unknown" | null {
  const ended = new Set(events.flatMap((event) => (event.kind === "card_ended" ? [event.number] : [])));
  const open = events.filter((event) => "number" in event && !ended.has(event.number));
  if (open.some(({ kind }) => kind === "capture_unknown")) return "unknown";
  return open.some(({ kind }) => kind === "capture_sent") ? "sent" : null;
}
