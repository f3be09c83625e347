"use client";
import { ArrowDownUp, Check } from "lucide-react";
import { useTranslations } from "use-intl/react";
import type { SortKind } from "@/server/domain/lists";
import { Popover } from "../popover";
import { pillClass } from "./filter-pill";

interface SortMenuProps {
  /** What the list can be sorted by, each with the head of its column. */
  readonly sorts: readonly { readonly name: string; readonly kind: SortKind; readonly head: string }[];
  /** The order of the list, such as `-amount`. */
  readonly sort: string;
  onSort(sort: string): void;
}

/** The choice of the order where the rows are cards and have no heads to click. */
export function SortMenu({ sorts, sort, onSort }: SortMenuProps) {
  const t = useTranslations("shared.list.sort");
  const orders = sorts.flatMap(({ name, kind, head }) => [
    { order: `-${name}`, label: t("chosen", { column: head, direction: t(`${kind}.descending`) }) },
    { order: name, label: t("chosen", { column: head, direction: t(`${kind}.ascending`) }) },
  ]);
  return (
    <Popover
      label={t("label")}
      buttonClass={`${pillClass} border border-line text-ink-soft`}
      button={
        <>
          <ArrowDownUp aria-hidden="true" size={16} />
          {t("label")}
        </>
      }
    >
      {(close) => (
        <ul>
          {orders.map(({ order, label }) => (
            <li key={order}>
              <button
                type="button"
                aria-pressed={order === sort}
                className="flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-control px-2 text-left hover:bg-surface aria-pressed:font-medium"
                onClick={() => {
                  close();
                  onSort(order);
                }}
              >
                <span className="flex-1">{label}</span>
                {order === sort && <Check aria-hidden="true" size={16} className="text-accent" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
