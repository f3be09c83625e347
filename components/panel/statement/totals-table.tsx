"use client";
import { useTranslations } from "use-intl/react";
import type { StatementTotal } from "@/server/domain/statements/statement";
import { Amount } from "../../ui/amount";
import { type Column, Table } from "../../ui/table";

/** The sums of each kind of movement, and of all of them. */
export function TotalsTable({ caption, totals }: { caption: string; totals: readonly StatementTotal[] }) {
  const t = useTranslations("panel.statement");
  type Row = Omit<StatementTotal, "kind"> & { readonly kind: StatementTotal["kind"] | "total" };
  const sum: Row = {
    kind: "total",
    count: totals.reduce((all, { count }) => all + count, 0),
    amountKurus: totals.reduce((all, { amountKurus }) => all + amountKurus, 0n),
    commissionKurus: totals.reduce((all, { commissionKurus }) => all + commissionKurus, 0n),
  };
  const columns: Column<Row>[] = [
    {
      key: "kind",
      head: t("kind"),
      cell: ({ kind }) => (kind === "total" ? <strong>{t("total")}</strong> : t(`kinds.${kind}`)),
    },
    { key: "count", head: t("count"), align: "right", hiddenBelow: "sm", cell: ({ count }) => count },
    { key: "amount", head: t("amount"), align: "right", cell: ({ amountKurus }) => <Amount kurus={amountKurus} /> },
    {
      key: "commission",
      head: t("commission"),
      align: "right",
      hiddenBelow: "sm",
      cell: ({ commissionKurus }) => <Amount kurus={commissionKurus} />,
    },
    {
      key: "net",
      head: t("net"),
      align: "right",
      cell: ({ kind, amountKurus, commissionKurus }) => {
        const net = <Amount kurus={amountKurus + commissionKurus} />;
        return kind === "total" ? <strong>{net}</strong> : net;
      },
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={totals.length > 1 ? [...totals, sum] : totals}
      rowKey={({ kind }) => kind}
      empty={<p className="text-ink-soft">{t("noTotals")}</p>}
    />
  );
}
