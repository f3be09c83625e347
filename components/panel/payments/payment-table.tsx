"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cardBrandName } from "../../pay/link/card-brands";
import { Amount } from "../../ui/amount";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { StateOf, useStateWord } from "../words/state-of";
import { listWords } from "./list-words";

export type ListedPayment = PanelOutputs["payment"]["list"]["items"][number];

/** Payments as rows: on a phone the amount, the state and the order code, with the date below it. */
export function PaymentTable({
  payments,
  empty,
}: {
  payments: readonly ListedPayment[] | undefined;
  empty: ReactNode;
}) {
  const said = useWords(listWords);
  const wordOf = useStateWord();
  const terminalName = useTerminalName();
  const columns: Column<ListedPayment>[] = [
    { key: "amount", head: said.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "status", head: said.status, cell: (payment) => <ListedState payment={payment} /> },
    { key: "code", head: said.code, cell: (payment) => <CodeCell payment={payment} /> },
    { key: "card", head: said.card, hiddenBelow: "sm", cell: (payment) => <CardCell payment={payment} /> },
    {
      key: "source",
      head: said.source,
      hiddenBelow: "lg",
      cell: ({ source }) => wordOf("source", source),
    },
    {
      key: "terminal",
      head: said.terminal,
      hiddenBelow: "lg",
      cell: ({ terminalId }) => <span className="wrap-anywhere">{terminalName(terminalId)}</span>,
    },
    {
      key: "created",
      head: said.created,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  return (
    <Table
      caption={said.caption}
      columns={columns}
      rows={payments}
      keyOf={({ paymentCode }) => paymentCode}
      empty={empty}
      skeletonRows={10}
    />
  );
}

/** Money that went back says more than that it was taken. */
function ListedState({ payment: { status, refunded } }: { payment: ListedPayment }) {
  return status === "captured" && refunded !== "none" ? (
    <StateOf kind="refunded" value={refunded} />
  ) : (
    <StateOf kind="payment" value={status} />
  );
}

function CodeCell({ payment: { paymentCode, partnerTxCode, createdAt } }: { payment: ListedPayment }) {
  return (
    <>
      <TextLink
        href={`/panel/payments/${paymentCode}`}
        title={partnerTxCode}
        className="max-w-26 sm:max-w-48 xl:max-w-64"
      >
        <span className="truncate">{partnerTxCode}</span>
      </TextLink>
      <span className="block pb-1 text-xs text-ink-soft sm:hidden">
        <Moment at={createdAt} />
      </span>
    </>
  );
}

function CardCell({ payment: { card } }: { payment: ListedPayment }) {
  const said = useWords(listWords);
  if (!card) return <span className="text-ink-soft">{said.noCard}</span>;
  return (
    <span className="whitespace-nowrap" title={card.brand === null ? undefined : cardBrandName(card.brand)}>
      •••• {card.maskedPan.slice(-4)}
      {card.brand && <span className="text-ink-soft max-lg:hidden"> {cardBrandName(card.brand)}</span>}
    </span>
  );
}

/** Terminals by the names that the account knows; one that it does not have any more by its id. */
export function useTerminalName(): (terminalId: string) => string {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.account.terminals.queryOptions());
  return (terminalId) => data?.find((terminal) => terminal.terminalId === terminalId)?.name ?? terminalId;
}
