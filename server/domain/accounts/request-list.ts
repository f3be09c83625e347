import { choiceFilter, idFilter, searchFilter } from "../list-filters";
import { declareList } from "../lists";
import { requestAreas, requestMethods, statusClasses } from "./request-filters";

/** The log of an account's API requests. The search finds a complete trace id, in either case of its letters. */
export const requestList = declareList({
  filters: {
    traceId: searchFilter("traceId", { max: 64, clean: (text) => text.toLowerCase() }),
    status: choiceFilter("status", statusClasses),
    area: choiceFilter("area", requestAreas),
    method: choiceFilter("method", requestMethods),
    keyId: idFilter("keyId"),
  },
  sorts: { created: "time" },
  hasOneOrder: true,
});
