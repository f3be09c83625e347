"use client";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { LoadMore, type PagedList } from "@/components/ui/load-more";
import { Amount } from "../../ui/amount";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { payoutsWords } from "./payouts-words";

type Settlement = PanelOutputs["payout"]["settlements"]["items"][number];

/** An infinite query of settlements. */
interface Pages extends PagedList {
  readonly data: { readonly pages: readonly { readonly items: readonly Settlement[] }[] } | undefined;
  refetch(): unknown;
}

/** The table of settlements: what each is for, and how much it adds or deducts. */
export function SettlementTable({ pages, empty }: { pages: Pages; empty: ReactNode }) {
  const t = useWords(payoutsWords);
  if (pages.error && !pages.data) return <FailureNotice error={pages.error} onRetry={pages.refetch} />;
  const columns: Column<Settlement>[] = [
    { key: "kind", head: t.kind, cell: ({ kind }) => t[kind] },
    {
      key: "payment",
      head: t.payment,
      cell: ({ paymentCode, partnerTxCode }) => (
        <TextLink className="wrap-anywhere" href={`/panel/payments/${paymentCode}`}>
          {partnerTxCode}
        </TextLink>
      ),
    },
    {
      key: "booked",
      head: t.booked,
      hiddenBelow: "lg",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      key: "gross",
      head: t.gross,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ grossKurus }) => <Amount kurus={grossKurus} />,
    },
    {
      key: "commission",
      head: t.commission,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ grossKurus, netKurus }) => <Amount kurus={netKurus - grossKurus} />,
    },
    { key: "net", head: t.net, align: "right", cell: ({ netKurus }) => <Amount kurus={netKurus} /> },
  ];
  return (
    <>
      <Table
        caption={t.settlementsCaption}
        columns={columns}
        rows={pages.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        empty={empty}
      />
      <LoadMore list={pages} />
    </>
  );
}
