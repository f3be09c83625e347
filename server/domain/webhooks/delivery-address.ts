import { type DeliveryStatus, deliveryStates, type EventType } from "../states";
import { eventFamilies } from "./events";

/** What a list of deliveries is narrowed to, as the address of its page says it. */
export interface DeliveryFilters {
  readonly status: DeliveryStatus | "failed" | null;
  readonly type: EventType | null;
}

export const deliveryStatusFilters = ["failed", ...deliveryStates] as const;
export const eventTypes: readonly EventType[] = Object.values(eventFamilies).flat();

/** Of the parameters of an address; what is no filter is left out. */
export function readDeliveryFilters(parameter: (name: string) => string | null): DeliveryFilters {
  const [status, type] = [parameter("status"), parameter("type")];
  return {
    status: deliveryStatusFilters.find((one) => one === status) ?? null,
    type: eventTypes.find((one) => one === type) ?? null,
  };
}
