import { choiceFilter } from "../list-filters";
import { declareList } from "../lists";
import { deliveryStates, type EventType } from "../states";
import { eventFamilies } from "./events";

/** The states by which deliveries are filtered; `failed` is every state in which nothing more is tried. */
export const deliveryStatusFilters = ["failed", ...deliveryStates] as const;

export const eventTypes: readonly EventType[] = Object.values(eventFamilies).flat();

/** The list of an account's webhook deliveries, in the panel and in the back-office. */
export const deliveryList = declareList({
  filters: { status: choiceFilter("status", deliveryStatusFilters), type: choiceFilter("type", eventTypes) },
  sorts: { created: "time" },
  hasOneOrder: true,
});
