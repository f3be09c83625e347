"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { isNarrowed, type ListDeclaration, type ListQuery, readListQuery, writeListQuery } from "@/server/domain/lists";

/** What the address of a list says, and how it is changed. */
export interface ListAddress<L extends ListDeclaration> {
  readonly list: L;
  readonly query: ListQuery<L>;
  /** Whether any filter is set. */
  readonly isNarrowed: boolean;
  /**
   * Changes the address; the browser's back button undoes it. What is the address already adds no entry to its history.
   * Parameters of other parts of the page stay.
   */
  change(changes: Partial<ListQuery<L>>): void;
}

/**
 * Reads the filters and the order of a list from the address of the page. A change adds an entry to the browser's
 * history without a request for the page: only the list itself is read again.
 */
export function useListAddress<L extends ListDeclaration>(list: L): ListAddress<L> {
  const path = usePathname();
  const parameters = useSearchParams();
  const query = readListQuery(list, (name) => parameters.getAll(name));
  return {
    list,
    query,
    isNarrowed: isNarrowed(list, query),
    change(changes) {
      const next = writeParameters(list, parameters, { ...query, ...changes });
      if (next === parameters.toString()) return;
      window.history.pushState(null, "", next === "" ? path : `${path}?${next}`);
    },
  };
}

/** Writes a query into the parameters of a page, of which others may belong to other parts of the page. */
export function writeParameters<L extends ListDeclaration>(
  list: L,
  present: URLSearchParams,
  query: ListQuery<L>,
): string {
  const own = [...Object.values(list.filters).flatMap(({ names }) => names), "sort"];
  const others = [...present].filter(([name]) => !own.includes(name));
  return new URLSearchParams([...others, ...writeListQuery(list, query)]).toString();
}
