"use client";
import { useTranslations } from "use-intl/react";
import type { Language } from "@/server/domain/errors";
import { Amount } from "../../ui/amount";
import { dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";

type InvoiceFigure = PanelOutputs["statement"]["month"]["figures"][number];
type Row = Pick<InvoiceFigure, "amountKurus" | "baseKurus" | "taxKurus"> & { readonly figure: InvoiceFigure | null };

/** Formats a rate in basis points: `%20` in Turkish, `20%` in English. */
const rateText = (rateBps: number, language: Language): string =>
  new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", { style: "percent", maximumFractionDigits: 2 }).format(
    rateBps / 10_000,
  );

/** The figures of a month's commission invoice, with their sum. @param month `YYYY-MM` */
export function InvoiceTable({ month, figures }: { month: string; figures: readonly InvoiceFigure[] }) {
  const t = useTranslations("panel.statement");
  const rows = figures.map((figure): Row => ({ ...figure, figure }));
  const sum = (of: (row: Row) => bigint) => rows.reduce((all, row) => all + of(row), 0n);
  const total: Row = {
    figure: null,
    amountKurus: sum(({ amountKurus }) => amountKurus),
    baseKurus: sum(({ baseKurus }) => baseKurus),
    taxKurus: sum(({ taxKurus }) => taxKurus),
  };
  return (
    <>
      <Table
        caption={t("invoiceCaption")}
        columns={useColumns(month)}
        rows={rows.length > 1 ? [...rows, total] : rows}
        rowKey={({ figure }) => (figure === null ? "total" : `${figure.book} ${figure.part} ${figure.fromDay}`)}
        empty={<p className="text-ink-soft">{t("noInvoice")}</p>}
      />
      {rows.length > 0 && <p className="mt-2 text-ink-soft">{t("invoiceHelp")}</p>}
    </>
  );
}

function useColumns(month: string): Column<Row>[] {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  const nameOf = ({ book, part, fromDay }: InvoiceFigure): string => {
    const name = book === "direct" ? t("directPart", { part: t(`parts.${part}`) }) : t(`parts.${part}`);
    if (fromDay === `${month}-01`) return name;
    return `${name}, ${t("fromDay", { day: dateTimeText(new Date(fromDay), language, "day") })}`;
  };
  return [
    { key: "part", head: t("part"), cell: ({ figure }) => (figure ? nameOf(figure) : <strong>{t("total")}</strong>) },
    {
      key: "rate",
      head: t("rate"),
      hiddenBelow: "sm",
      cell: ({ figure }) => figure && t(`taxes.${figure.tax}`, { rate: rateText(figure.rateBps, language) }),
    },
    {
      key: "base",
      head: t("base"),
      align: "right",
      hiddenBelow: "sm",
      cell: (row) => <Amount kurus={row.baseKurus} />,
    },
    { key: "tax", head: t("tax"), align: "right", cell: (row) => <Amount kurus={row.taxKurus} /> },
    { key: "amount", head: t("withTax"), align: "right", cell: (row) => <Amount kurus={row.amountKurus} /> },
  ];
}
