"use client";
import type { ComponentProps, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { Translator } from "@/messages/catalogues";
import { settlementKinds, type settlementList } from "@/server/domain/payouts/settlement-list";
import { Amount } from "../../ui/amount";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { CodeLink } from "../../ui/list/row-link";
import type { PanelOutputs } from "../outputs";

type Settlement = PanelOutputs["payout"]["settlements"]["items"][number];

type SettlementListProps = Pick<
  ComponentProps<typeof List<typeof settlementList, Settlement>>,
  "address" | "pages" | "live"
> & {
  /** What the list contains, for screen readers. */
  readonly caption: string;
  /** Shows on which day each settlement was due, in a list of several days. */
  readonly hasDueDays?: boolean;
  /** Shown when there are no settlements at all. */
  readonly empty: ReactNode;
};

/** The list of settlements: what each is for, and how much it adds or deducts. */
export function SettlementList({ caption, address, hasDueDays = false, empty, ...pages }: SettlementListProps) {
  const t = useTranslations("panel.payouts");
  return (
    <List
      name="settlements"
      caption={caption}
      address={address}
      filters={{
        kind: { label: t("kind"), options: settlementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
        net: { label: t("net") },
        booked: { label: t("booked") },
      }}
      columns={settlementColumns(t, hasDueDays)}
      {...pages}
      rowKey={({ id }) => id}
      empty={address.isNarrowed ? <Empty title={t("noSettlementMatchTitle")}>{t("noMatch")}</Empty> : empty}
      hidesBarWhenEmpty
    />
  );
}

const settlementColumns = (t: Translator<"panel.payouts">, hasDueDays: boolean): ListColumn<Settlement>[] => [
  { key: "kind", head: t("kind"), width: 7, card: "state", cell: ({ kind }) => t(`kinds.${kind}`) },
  {
    key: "payment",
    head: t("payment"),
    width: 10,
    grows: true,
    card: "title",
    cell: ({ paymentCode, partnerTxCode }) => (
      <CodeLink opensRow href={`/panel/payments/${paymentCode}`} code={partnerTxCode} />
    ),
  },
  ...(hasDueDays ? [dueColumn(t)] : []),
  {
    key: "booked",
    head: t("booked"),
    width: 10,
    rank: 2,
    card: "time",
    sort: "booked",
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  {
    key: "gross",
    head: t("gross"),
    align: "right",
    width: 10,
    rank: 1,
    cell: ({ grossKurus }) => <Amount kurus={grossKurus} />,
  },
  {
    key: "commission",
    head: t("commission"),
    align: "right",
    width: 9,
    rank: 3,
    cell: ({ grossKurus, netKurus }) => <Amount kurus={netKurus - grossKurus} />,
  },
  {
    key: "net",
    head: t("net"),
    align: "right",
    width: 10,
    card: "value",
    sort: "net",
    cell: ({ netKurus }) => <Amount kurus={netKurus} />,
  },
];

const dueColumn = (t: Translator<"panel.payouts">): ListColumn<Settlement> => ({
  key: "due",
  head: t("day"),
  width: 8,
  rank: 4,
  cell: ({ dueAt }) => <DateTime at={dueAt} style="day" />,
});
