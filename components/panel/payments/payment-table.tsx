"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { cardBrandName } from "../../pay/link/card-brands";
import { Amount } from "../../ui/amount";
import { useWords } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { StateBadge, useStateWord } from "../words/state-badge";
import { listWords } from "./list-words";

export type ListedPayment = PanelOutputs["payment"]["list"]["items"][number];

/** The table of payments. On a phone it shows the amount, the state and the order code with the date below. */
export function PaymentTable({
  payments,
  empty,
}: {
  payments: readonly ListedPayment[] | undefined;
  empty: ReactNode;
}) {
  const t = useWords(listWords);
  const stateWord = useStateWord();
  const terminalName = useTerminalName();
  const columns: Column<ListedPayment>[] = [
    { key: "amount", head: t.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "status", head: t.status, cell: (payment) => <ListedState payment={payment} /> },
    { key: "code", head: t.code, cell: (payment) => <CodeCell payment={payment} /> },
    { key: "card", head: t.card, hiddenBelow: "sm", cell: (payment) => <CardCell payment={payment} /> },
    {
      key: "source",
      head: t.source,
      hiddenBelow: "lg",
      cell: ({ source }) => stateWord("source", source),
    },
    {
      key: "terminal",
      head: t.terminal,
      hiddenBelow: "lg",
      cell: ({ terminalId }) => <span className="wrap-anywhere">{terminalName(terminalId)}</span>,
    },
    {
      key: "created",
      head: t.created,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
  return (
    <Table
      caption={t.caption}
      columns={columns}
      rows={payments}
      rowKey={({ paymentCode }) => paymentCode}
      empty={empty}
      skeletonRows={10}
    />
  );
}

/**
 * The state in the list. For a refunded payment the refund state is shown instead of "captured", because it says more.
 */
function ListedState({ payment: { status, refunded } }: { payment: ListedPayment }) {
  return status === "captured" && refunded !== "none" ? (
    <StateBadge kind="refunded" value={refunded} />
  ) : (
    <StateBadge kind="payment" value={status} />
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
        <DateTime at={createdAt} />
      </span>
    </>
  );
}

function CardCell({ payment: { card } }: { payment: ListedPayment }) {
  const t = useWords(listWords);
  if (!card) return <span className="text-ink-soft">{t.noCard}</span>;
  return (
    <span className="whitespace-nowrap" title={card.brand === null ? undefined : cardBrandName(card.brand)}>
      •••• {card.maskedPan.slice(-4)}
      {card.brand && <span className="text-ink-soft max-lg:hidden"> {cardBrandName(card.brand)}</span>}
    </span>
  );
}

/** Returns a function that names a terminal. A terminal that the account no longer has is named by its id. */
export function useTerminalName(): (terminalId: string) => string {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.account.terminals.queryOptions());
  return (terminalId) => data?.find((terminal) => terminal.terminalId === terminalId)?.name ?? terminalId;
}
