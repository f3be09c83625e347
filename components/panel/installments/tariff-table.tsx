"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl/react";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { Empty } from "../../ui/empty";
import { useLanguage } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import type { Terminal } from "../outputs";
import { priceText } from "../words/rates";
import { buildTariffGrid, type TariffLine } from "./tariff-grid";

/** The prices of a tariff: one line per kind of card, one column per installment count. */
export function TariffTable({
  terminal,
  prices,
}: {
  terminal: Pick<Terminal, "terminalCounts" | "effectiveCounts" | "commissionBasis">;
  prices: readonly TariffPrice[];
}) {
  const t = useTranslations("panel.installments");
  const language = useLanguage();
  const grid = useMemo(() => buildTariffGrid(prices), [prices]);
  const isOpen = (count: number) => terminal.effectiveCounts.includes(count);
  const columns: Column<TariffLine>[] = [
    { key: "card", head: t("card"), cell: (line) => <CardKind line={line} /> },
    ...grid.counts.map(
      (count): Column<TariffLine> => ({
        key: String(count),
        head: <CountHead count={count} terminal={terminal} />,
        align: "right",
        cell: ({ prices: byCount }) => {
          const price = byCount.get(count);
          const text = price ? priceText(price, language) : "–";
          return <span className={isOpen(count) && price ? "" : "text-ink-soft"}>{text}</span>;
        },
      }),
    ),
  ];
  return (
    <>
      <Table
        caption={t("tariffTitle")}
        columns={columns}
        rows={grid.lines}
        rowKey={({ key }) => key}
        empty={<Empty title={t("noTariff")}>{t("noTariffHelp")}</Empty>}
      />
      <p className="mt-2 text-ink-soft">
        {t(`basis.${terminal.commissionBasis}`)}
        {!grid.counts.every(isOpen) && ` ${t("narrowedHelp")}`}
      </p>
    </>
  );
}

function CountHead({
  count,
  terminal: { terminalCounts, effectiveCounts },
}: {
  count: number;
  terminal: Pick<Terminal, "terminalCounts" | "effectiveCounts">;
}) {
  const t = useTranslations("panel.installments");
  const counts = useTranslations("shared.installments");
  if (effectiveCounts.includes(count)) return counts("count", { count });
  return (
    <>
      <span className="line-through">{counts("count", { count })}</span>
      <span className="block text-xs font-normal">
        {terminalCounts.includes(count) ? t("narrowed.account") : t("narrowed.terminal")}
      </span>
    </>
  );
}

function CardKind({ line: { family, brands, onUs } }: { line: TariffLine }) {
  const t = useTranslations("panel.installments");
  const families = useTranslations("shared.cardFamilies");
  const names = brands.map((brand) => brandNames[brand]).join(", ");
  const programmes = family === "credit" ? names || t("anyBrand") : names;
  const notes = [programmes, onUs === null ? "" : t(onUs ? "onUs" : "notOnUs")].filter((note) => note !== "");
  return (
    <div className="min-w-40 py-1">
      <p className="font-medium">{families(family)}</p>
      {notes.length > 0 && <p className="max-w-md text-ink-soft">{notes.join(" · ")}</p>}
    </div>
  );
}
