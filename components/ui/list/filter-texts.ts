import type { AnyFilter, SearchFilter } from "@/server/domain/list-filters";
import type { ListDeclaration } from "@/server/domain/lists";

/** A value that a filter can have, with its word. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The words of a filter. */
export interface FilterText {
  readonly label: string;
  /** The values of a choice; undefined while they are loading. */
  readonly options?: readonly Option[] | undefined;
}

/** The words of a list's search box. */
export interface SearchText {
  readonly label: string;
  readonly placeholder: string;
  /** What can be searched for, for assistive technology. */
  readonly hint?: string;
  /** Said when the entered text is refused. */
  readonly refused?: string;
}

/** The words of every filter of a list, except of its search box. Null for a filter that the screen shows itself. */
export type FilterTexts<L extends ListDeclaration> = {
  readonly [K in keyof L["filters"] as L["filters"][K] extends SearchFilter ? never : K]: FilterText | null;
};

/** A filter that is chosen in a panel, not typed into the search box. */
export type PanelFilter = Exclude<AnyFilter, SearchFilter>;
