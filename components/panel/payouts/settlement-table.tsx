"use client";
import type { ReactNode } from "react";
import { Amount } from "../../ui/amount";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { More, type PagedList } from "../../ui/more";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { payoutsWords } from "./payouts-words";

type Settlement = PanelOutputs["payout"]["settlements"]["items"][number];

/** Pages of settlements as a query has them so far. */
interface Pages extends PagedList {
  readonly data: { readonly pages: readonly { readonly items: readonly Settlement[] }[] } | undefined;
  refetch(): unknown;
}

/** Settlements, what each is for, and what it adds or takes. */
export function SettlementTable({ pages, empty }: { pages: Pages; empty: ReactNode }) {
  const said = useWords(payoutsWords);
  if (pages.error && !pages.data) return <FailureNotice error={pages.error} onRetry={pages.refetch} />;
  const columns: Column<Settlement>[] = [
    { key: "kind", head: said.kind, cell: ({ kind }) => said[kind] },
    {
      key: "payment",
      head: said.payment,
      cell: ({ paymentCode, partnerTxCode }) => (
        <TextLink className="wrap-anywhere" href={`/panel/payments/${paymentCode}`}>
          {partnerTxCode}
        </TextLink>
      ),
    },
    {
      key: "booked",
      head: said.booked,
      hiddenBelow: "lg",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: "gross",
      head: said.gross,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ grossKurus }) => <Amount kurus={grossKurus} />,
    },
    {
      key: "commission",
      head: said.commission,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ grossKurus, netKurus }) => <Amount kurus={netKurus - grossKurus} />,
    },
    { key: "net", head: said.net, align: "right", cell: ({ netKurus }) => <Amount kurus={netKurus} /> },
  ];
  return (
    <>
      <Table
        caption={said.settlementsCaption}
        columns={columns}
        rows={pages.data?.pages.flatMap(({ items }) => items)}
        keyOf={({ id }) => id}
        empty={empty}
      />
      <More list={pages} />
    </>
  );
}
