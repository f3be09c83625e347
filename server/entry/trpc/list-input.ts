import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { boundedList, checkedText, choice, codeText, freeText, kurus, optional } from "@/server/domain/fields";
import type { AnyFilter } from "@/server/domain/list-filters";
import { readDay, spanWords } from "@/server/domain/list-spans";
import { type FilterValue, type ListDeclaration, type ListSort, listSorts } from "@/server/domain/lists";
import { cursor } from "./trpc-fields";

type Optional<V> = ReturnType<typeof optional<z.ZodType<V, V>>>;

type ListShape<L extends ListDeclaration> = {
  -readonly [K in keyof L["filters"]]: Optional<FilterValue<L["filters"][K]>>;
} & { sort: z.ZodDefault<z.ZodType<ListSort<L>, ListSort<L>>>; cursor: ReturnType<typeof cursor> };

/**
 * Returns the schema of the input of a list's procedure: the values of its filters (a missing one filters nothing), its
 * order, and the cursor of the page. A search is cleaned like that of an address; unlike there, an invalid value is
 * refused.
 */
export function listInput<L extends ListDeclaration>(list: L): z.ZodObject<ListShape<L>> {
  const filters = Object.entries(list.filters).map(([key, filter]) => [key, optional(filterSchema(filter))]);
  const sorts = listSorts(list) as readonly [string, ...string[]];
  const shape = { ...Object.fromEntries(filters), sort: choice(sorts).default(sorts[0]), cursor: cursor() };
  return z.object(shape) as unknown as z.ZodObject<ListShape<L>>;
}

function filterSchema(filter: AnyFilter): z.ZodType {
  switch (filter.kind) {
    case "choice":
      return choice(filter.values);
    case "choices":
      return boundedList(choice(filter.values), 1, filter.values.length);
    case "id":
      return codeText(64);
    case "search":
      return freeText(filter.max)
        .refine((text) => !filter.refuses(text), problem("card_number"))
        .transform((text) => filter.clean(text) || null);
    case "amount":
      return z
        .object({ fromKurus: kurus().nullable(), toKurus: kurus().nullable() })
        .refine(({ fromKurus, toKurus }) => fromKurus !== null || toKurus !== null, problem("required"));
    case "span":
      return z.union([choice(spanWords), dayRange], { error: () => problem("invalid") });
  }
}

const day = checkedText((text) => (readDay(text) === null ? problem("invalid") : null)).nullable();
const dayRange = z
  .object({ fromDay: day, toDay: day })
  .refine(({ fromDay, toDay }) => fromDay !== null || toDay !== null, problem("required"));
