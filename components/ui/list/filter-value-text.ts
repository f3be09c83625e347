"use client";
import { useTranslations } from "use-intl/react";
import type { AmountRange } from "@/server/domain/list-filters";
import type { Span } from "@/server/domain/list-spans";
import { displayAmount } from "@/server/domain/money";
import { dateTimeText } from "../date-time";
import { useLanguage } from "../language";
import type { Option, PanelFilter } from "./filter-texts";

/** The number of chosen values that are named; of more, their number is said. */
const namedMax = 2;

/** Returns a function that says in words what a filter is set to. */
export function useFilterValueText() {
  const t = useTranslations("shared.list");
  const language = useLanguage();
  const amount = (kurus: bigint) => displayAmount(kurus, language);
  const day = (text: string) => dateTimeText(new Date(`${text}T12:00:00Z`), language, "day");

  const amountText = ({ fromKurus, toKurus }: AmountRange): string => {
    if (fromKurus === null) return toKurus === null ? "" : t("amount.atMost", { amount: amount(toKurus) });
    if (toKurus === null) return t("amount.atLeast", { amount: amount(fromKurus) });
    return fromKurus === toKurus
      ? amount(fromKurus)
      : t("amount.between", { from: amount(fromKurus), to: amount(toKurus) });
  };
  const spanText = (span: Span): string => {
    if (typeof span === "string") return t(`span.words.${span}`);
    const { fromDay, toDay } = span;
    if (fromDay === null) return toDay === null ? "" : t("span.until", { day: day(toDay) });
    if (toDay === null) return t("span.since", { day: day(fromDay) });
    return fromDay === toDay ? day(fromDay) : t("span.between", { from: day(fromDay), to: day(toDay) });
  };
  const choiceText = (values: readonly string[], options: readonly Option[]): string => {
    const words = values.map((value) => options.find((option) => option.value === value)?.label ?? value);
    const [first = "", second = ""] = words;
    if (words.length <= namedMax) return words.join(", ");
    return t("more", { first, second, count: words.length - namedMax });
  };

  return ({ kind }: PanelFilter, value: unknown, options: readonly Option[] = []): string => {
    if (kind === "amount") return amountText(value as AmountRange);
    if (kind === "span") return spanText(value as Span);
    return choiceText(kind === "choices" ? (value as readonly string[]) : [value as string], options);
  };
}
