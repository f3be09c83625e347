"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { LoadMore, type PagedList } from "@/components/ui/load-more";
import type { Translator } from "@/messages/catalogues";
import { Amount } from "../../ui/amount";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ListTable } from "../../ui/list/list-table";
import { CodeLink } from "../../ui/list/row-link";
import type { PanelOutputs } from "../outputs";

type Settlement = PanelOutputs["payout"]["settlements"]["items"][number];

/** An infinite query of settlements. */
interface Pages extends PagedList {
  readonly data: { readonly pages: readonly { readonly items: readonly Settlement[] }[] } | undefined;
  refetch(): unknown;
}

/** The table of settlements: what each is for, and how much it adds or deducts. */
export function SettlementTable({ pages, empty }: { pages: Pages; empty: ReactNode }) {
  const t = useTranslations("panel.payouts");
  if (pages.error && !pages.data) return <FailureNotice error={pages.error} onRetry={pages.refetch} />;
  const rows = pages.data?.pages.flatMap(({ items }) => items);
  const columns = settlementColumns(t);
  return (
    <>
      {rows?.length === 0 ? (
        empty
      ) : (
        <ListTable caption={t("settlementsCaption")} {...{ columns, rows }} rowKey={({ id }) => id} />
      )}
      <LoadMore list={pages} />
    </>
  );
}

const settlementColumns = (t: Translator<"panel.payouts">): ListColumn<Settlement>[] => [
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
  {
    key: "booked",
    head: t("booked"),
    width: 10,
    rank: 2,
    card: "time",
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
    cell: ({ netKurus }) => <Amount kurus={netKurus} />,
  },
];
