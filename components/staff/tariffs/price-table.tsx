"use client";
import { useTranslations } from "use-intl/react";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import { isAboveCap } from "@/server/domain/pricing/commission-caps";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { buildTariffGrid, type TariffLine } from "../../panel/installments/tariff-grid";
import { priceText } from "../../panel/words/rates";
import { useLanguage } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import { useCardLabel } from "./card-label";

/**
 * The prices of a tariff: a line for each kind of card, where programmes with the same prices share one, and a column
 * for each count.
 * @param at the instant whose legal caps are marked
 */
export function PriceTable({ prices, at }: { prices: readonly TariffPrice[]; at: Date }) {
  const t = useTranslations("staff.tariffs");
  const counts = useTranslations("shared.installments");
  const language = useLanguage();
  const grid = buildTariffGrid(prices);
  const columns: Column<TariffLine>[] = [
    { key: "card", head: t("card"), cell: (line) => <CardKind line={line} /> },
    ...grid.counts.map(
      (count): Column<TariffLine> => ({
        key: String(count),
        head: counts("count", { count }),
        align: "right",
        cell: (line) => {
          const price = line.prices.get(count);
          if (!price) return "–";
          return (
            <>
              {priceText(price, language)}
              {isAboveCap(price, at) && <span className="block text-xs text-warn">{t("aboveCap")}</span>}
            </>
          );
        },
      }),
    ),
  ];
  return <Table caption={t("prices")} columns={columns} rows={grid.lines} rowKey={({ key }) => key} empty={null} />;
}

function CardKind({ line: { family, brands, onUs } }: { line: TariffLine }) {
  const label = useCardLabel();
  if (brands.length < 2)
    return <span className="block min-w-40">{label({ family, onUs, brand: brands[0] ?? null })}</span>;
  return (
    <span className="block min-w-40">
      {label({ family, onUs, brand: brands[0] ?? null })}
      <span className="block max-w-md text-ink-soft">
        {brands
          .slice(1)
          .map((brand) => brandNames[brand])
          .join(", ")}
      </span>
    </span>
  );
}
