"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { isAboveCap } from "@/server/domain/pricing/commission-caps";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import {
  compareTariffs,
  exampleEffect,
  exampleKurus,
  type PriceChange,
} from "@/server/domain/pricing/tariff-difference";
import { toPriceKey } from "@/server/domain/pricing/tariff-order";
import { priceText } from "../../panel/words/rates";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { State, type StateTone } from "../../ui/state";
import { type Column, Table } from "../../ui/table";
import { useCardLabel } from "./card-label";

const tones: Readonly<Record<PriceChange["kind"], StateTone>> = {
  added: "info",
  removed: "quiet",
  dearer: "warn",
  cheaper: "good",
  mixed: "warn",
};

interface DifferenceProps {
  readonly before: readonly TariffPrice[];
  readonly after: readonly TariffPrice[];
  /** The instant from which the new prices count; the legal caps of that instant apply. */
  readonly at: Date;
}

/** What a tariff changes in the prices in force, cell by cell, with the commission on an example payment. */
export function Difference({ before, after, at }: DifferenceProps) {
  const t = useTranslations("staff.tariffs");
  const columns = useColumns(at);
  const { changes, unchanged } = compareTariffs(before, after);
  const high = after.filter((price) => isAboveCap(price, at)).length;
  return (
    <div className="flex flex-col gap-3">
      <p aria-live="polite">
        {changes.length > 0 ? t("summary", { ...countKinds(changes), unchanged }) : t("noDifference")}
      </p>
      {high > 0 && (
        <Notice tone="warn" title={t("capTitle", { count: high })}>
          {t("capText")}
        </Notice>
      )}
      {changes.length > 0 && (
        <Table caption={t("difference")} columns={columns} rows={changes} rowKey={toPriceKey} empty={null} />
      )}
    </div>
  );
}

const countKinds = (changes: readonly PriceChange[]): Record<PriceChange["kind"], number> => {
  const counts = { added: 0, removed: 0, dearer: 0, cheaper: 0, mixed: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
};

function useColumns(at: Date): Column<PriceChange>[] {
  const t = useTranslations("staff.tariffs");
  const counts = useTranslations("shared.installments");
  const language = useLanguage();
  const label = useCardLabel();
  const price = (rate: PriceChange["before"]) => (rate ? priceText(rate, language) : "–");
  return [
    {
      key: "card",
      head: t("card"),
      cell: (change) => (
        <>
          {label(change)}
          <span className="block text-ink-soft">{counts("count", { count: change.installmentCount })}</span>
        </>
      ),
    },
    { key: "kind", head: t("change"), cell: ({ kind }) => <State tone={tones[kind]}>{t(`kinds.${kind}`)}</State> },
    { key: "before", head: t("before"), align: "right", cell: ({ before }) => price(before) },
    {
      key: "after",
      head: t("after"),
      align: "right",
      cell: (change) => (
        <>
          {price(change.after)}
          {change.after && isAboveCap({ ...change, ...change.after }, at) && (
            <span className="block text-xs text-warn">{t("aboveCap")}</span>
          )}
        </>
      ),
    },
    {
      key: "example",
      head: t("example", { amount: displayAmount(exampleKurus, language) }),
      align: "right",
      hiddenBelow: "sm",
      cell: (change) => <Example change={change} />,
    },
  ];
}

function Example({ change }: { change: PriceChange }) {
  const { beforeKurus, afterKurus } = exampleEffect(change);
  return (
    <span className="whitespace-nowrap">
      {beforeKurus === null ? "–" : <Amount kurus={beforeKurus} />} →{" "}
      {afterKurus === null ? "–" : <Amount kurus={afterKurus} />}
    </span>
  );
}
