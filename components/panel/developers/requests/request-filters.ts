import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-selection";

const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | null =>
  values.find((value) => value === text) ?? null;

type Given = Readonly<Record<string, string | string[] | undefined>>;

const text = (value: string | string[] | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 64) : null;

/** The filters that a page's address names; what is none of them narrows nothing. */
export const filtersOf = (given: Given) => ({
  traceId: text(given.traceId)?.toLowerCase() ?? null,
  status: oneOf(statusClasses, text(given.status) ?? undefined),
  method: oneOf(requestMethods, text(given.method) ?? undefined),
  area: oneOf(requestAreas, text(given.area) ?? undefined),
  keyId: text(given.keyId),
});

export type RequestFilters = ReturnType<typeof filtersOf>;
