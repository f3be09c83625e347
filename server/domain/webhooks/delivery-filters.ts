import { type DeliveryStatus, deliveryStates, type EventType } from "../states";
import { eventFamilies } from "./events";

/** The filters of a list of deliveries, as the address of the page has them; null filters nothing. */
export interface DeliveryFilters {
  readonly status: DeliveryStatus | "failed" | null;
  readonly type: EventType | null;
}

export const deliveryStatusFilters = ["failed", ...deliveryStates] as const;
export const eventTypes: readonly EventType[] = Object.values(eventFamilies).flat();

/** Reads the filters from the parameters of an address. Unknown values are ignored. */
export function readDeliveryFilters(parameter: (name: string) => string | null): DeliveryFilters {
  const [status, type] = [parameter("status"), parameter("type")];
  return {
    status: deliveryStatusFilters.find((one) => one === status) ?? null,
    type: eventTypes.find((one) => one === type) ?? null,
  };
}
