import { boundedList, choice, integerBetween, jsonObject } from "../fields";
import { resendableMs } from "./delivery";
import { eventTypes } from "./delivery-list";

/** A duration and not an instant, because the sandbox's clock may be ahead of the browser's. */
const sinceMs = integerBetween(1, resendableMs);

/** Which failed deliveries people count and send again (D-35). An empty list of types means every type. */
export const resendFailedInput = jsonObject({
  sinceMs,
  types: boundedList(choice(eventTypes), 0, eventTypes.length),
});

/** The form of it, in which one type or none is chosen. */
export const resendFailedForm = jsonObject({ sinceMs, type: choice(["", ...eventTypes]) }).transform(
  ({ sinceMs, type }) => ({ sinceMs, types: type === "" ? [] : [type] }),
);
