import { problem } from "@/server/domain/field-words";
import { checkedText, choice, integerBetween, listOf, record, truth } from "@/server/domain/fields";
import { cardFamilies } from "@/server/domain/pricing/installments";

const limit = integerBetween(0, Number.MAX_SAFE_INTEGER).transform(BigInt);
const optionalLimit = limit.nullable().exactOptional();

const timeOfDay = checkedText((value) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : problem("time_of_day"),
);

/** Any subset of a terminal's settings; a limit that is left out keeps its value, null takes it away. */
export const terminalChanges = record({
  active: truth().exactOptional(),
  virtualPosActive: truth().exactOptional(),
  pspActive: truth().exactOptional(),
  effectiveCounts: listOf(integerBetween(1, 36), 0, 36).exactOptional(),
  allowedFamilies: listOf(choice(cardFamilies), 0, cardFamilies.length).exactOptional(),
  supportsForeign: truth().exactOptional(),
  dayEndLocal: timeOfDay.exactOptional(),
  commissionBasis: choice(["gross", "net"]).exactOptional(),
  limits: record({
    perTx: optionalLimit,
    daily: optionalLimit,
    weekly: optionalLimit,
    monthly: optionalLimit,
    windows: listOf(record({ from: timeOfDay, to: timeOfDay, max: limit }), 0, 24).exactOptional(),
  }).exactOptional(),
});
