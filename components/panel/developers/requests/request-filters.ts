import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-filters";

const findOne = <T extends string>(values: readonly T[], text: string | undefined): T | null =>
  values.find((value) => value === text) ?? null;

type Given = Readonly<Record<string, string | string[] | undefined>>;

const text = (value: string | string[] | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 64) : null;

/** Reads the filters from the query of a page's URL. An unknown value is ignored. */
export const readRequestFilters = (given: Given) => ({
  traceId: text(given.traceId)?.toLowerCase() ?? null,
  status: findOne(statusClasses, text(given.status) ?? undefined),
  method: findOne(requestMethods, text(given.method) ?? undefined),
  area: findOne(requestAreas, text(given.area) ?? undefined),
  keyId: text(given.keyId),
});

export type RequestFilters = ReturnType<typeof readRequestFilters>;
