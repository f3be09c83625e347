"use client";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { AnyFilter, SearchFilter } from "@/server/domain/list-filters";
import type { ListDeclaration, ListFilters, ListQuery, ListSort } from "@/server/domain/lists";
import { ColumnMenu } from "./column-menu";
import { type ColumnChoice, isOptional, type ListColumn } from "./columns";
import { FilterPill, pillClass } from "./filter-pill";
import type { FilterText, FilterTexts, SearchText } from "./filter-texts";
import { SearchBox } from "./search-box";
import { SortMenu } from "./sort-menu";
import type { ListAddress } from "./use-list-address";

interface ListBarProps<L extends ListDeclaration, Row> {
  readonly address: ListAddress<L>;
  readonly filters: FilterTexts<L>;
  readonly search?: SearchText | undefined;
  readonly columns: readonly ListColumn<Row>[];
  readonly choice: ColumnChoice;
  onChoice(choice: ColumnChoice): void;
  /** Reads the list again: asked for by a search for the same text. */
  onReadAgain(): void;
  /** Shows whether the list is up to date. */
  readonly status: ReactNode;
}

/** The bar above a list: search, filters, order and columns. A narrow list folds the filters that are not set. */
export function ListBar<L extends ListDeclaration, Row>(props: ListBarProps<L, Row>) {
  const { address, filters, search, columns, choice, onChoice, onReadAgain, status } = props;
  const t = useTranslations("shared.list");
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { list, query, change } = address;
  const texts = filters as Readonly<Record<string, FilterText | null>>;
  const all = Object.entries(list.filters) as [keyof ListFilters<L> & string, AnyFilter][];
  const panels = all.flatMap(([key, filter]) => {
    const text = texts[key];
    return filter.kind === "search" || !text ? [] : [{ key, filter, text }];
  });
  const [searchKey, searched] = all.find(([, { kind }]) => kind === "search") ?? [];
  const setAll = (values: Readonly<Record<string, unknown>>) => change(values as Partial<ListQuery<L>>);
  const isSet = (key: string | undefined) => key !== undefined && query[key as keyof ListFilters<L>] !== null;
  const setKeys = panels.map(({ key }) => key).filter(isSet);
  const clearable = isSet(searchKey) ? [...setKeys, searchKey as string] : setKeys;
  const sorts = Object.entries(list.sorts).flatMap(([name, kind]) => {
    const column = columns.find(({ sort }) => sort === name);
    return column ? [{ name, kind, head: column.head }] : [];
  });
  return (
    <div ref={bar} className="@container mb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {search && searchKey && (
          <div className="min-w-0 flex-1 basis-full @xl:basis-80">
            <SearchBox
              filter={searched as SearchFilter}
              text={search}
              value={query[searchKey] as string | null}
              onSearch={(text) => (text === query[searchKey] ? onReadAgain() : setAll({ [searchKey]: text }))}
            />
          </div>
        )}
        <div
          className={`flex min-w-0 flex-1 flex-wrap items-center gap-2 ${search ? "@xl:order-last @xl:basis-full" : ""}`}
        >
          {panels.length > 1 && (
            <button
              type="button"
              aria-expanded={isOpen}
              className={`${pillClass} border border-line text-ink-soft @xl:hidden`}
              onClick={() => setOpen(!isOpen)}
            >
              <SlidersHorizontal aria-hidden="true" size={16} />
              {t("filters", { count: setKeys.length })}
            </button>
          )}
          {sorts.length > 0 && (
            <span className="@xl:hidden">
              <SortMenu sorts={sorts} sort={query.sort} onSort={(sort) => change(sortBy<L>(sort))} />
            </span>
          )}
          <ul aria-label={t("inUse")} className="contents">
            {panels.map(({ key, filter, text }) => (
              <li
                key={key}
                className={`max-w-full ${query[key] === null && !isOpen && panels.length > 1 ? foldedClass : ""}`}
              >
                <FilterPill
                  filter={filter}
                  text={text}
                  value={query[key]}
                  onChange={(value) => setAll({ [key]: value })}
                />
              </li>
            ))}
          </ul>
          {clearable.length > 0 && (
            <button
              type="button"
              className={`${pillClass} text-accent`}
              onClick={() => {
                focusFirst(bar.current);
                setAll(Object.fromEntries(clearable.map((key) => [key, null])));
              }}
            >
              {t("clear")}
            </button>
          )}
        </div>
        <div className="flex min-h-9 items-center gap-3 self-start pointer-coarse:min-h-11">
          {status}
          {columns.some(isOptional) && (
            <span className="@max-xl:hidden">
              <ColumnMenu columns={columns} choice={choice} onChange={onChoice} />
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Hides a filter that is not set in a narrow list. It stays while its panel is open or has the focus, because its last
 * value may just have been removed there. A panel that closes focuses its button before `aria-expanded` changes.
 */
const foldedClass = "@max-xl:not-has-[[aria-expanded=true],:focus]:hidden";

/** Gives the focus to the search box, else to the first button: the button that was pressed is about to disappear. */
function focusFirst(bar: HTMLElement | null): void {
  const controls = [...(bar?.querySelectorAll<HTMLElement>("search input, button") ?? [])];
  controls.find((control) => control.getClientRects().length > 0)?.focus();
}

/** The order as a change of the address; the menus offer only orders that the list has. */
const sortBy = <L extends ListDeclaration>(sort: string) => ({ sort: sort as ListSort<L> }) as Partial<ListQuery<L>>;
