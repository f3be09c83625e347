"use client";
import { useState } from "react";
import { isNarrowed, type ListDeclaration, type ListQuery, readListQuery } from "@/server/domain/lists";
import type { ListAddress } from "../../ui/list/use-list-address";

/**
 * Keeps the filters and the order of a second list of a page in the page itself: the address belongs to the first one,
 * and a filter of one list must not narrow the other.
 */
export function useOwnList<L extends ListDeclaration>(list: L): ListAddress<L> {
  const [query, setQuery] = useState<ListQuery<L>>(() => readListQuery(list, () => []));
  return {
    list,
    query,
    isNarrowed: isNarrowed(list, query),
    change: (changes) => setQuery((present) => ({ ...present, ...changes })),
  };
}
