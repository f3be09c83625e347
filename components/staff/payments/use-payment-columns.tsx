"use client";
import { useTranslations } from "use-intl/react";
import { declineWords } from "../../panel/words/reasons";
import { StateBadge } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { CodeLink } from "../../ui/list/row-link";
import type { StaffOutputs } from "../outputs";

type ListedPayment = StaffOutputs["payment"]["list"]["items"][number];

/** Returns the columns of the list of all payments. */
export function usePaymentColumns(): ListColumn<ListedPayment>[] {
  const t = useTranslations("staff.payments");
  const reasons = useTranslations("shared.reasons");
  const reason = ({ declineReason }: ListedPayment) =>
    declineReason === null ? undefined : declineWords(declineReason, reasons);
  return [
    {
      key: "amount",
      head: t("amount"),
      align: "right",
      width: 10,
      card: "value",
      cell: ({ amount }) => <Amount kurus={amount} />,
    },
    { key: "status", head: t("status"), width: 9, card: "state", cell: (row) => <ListedState payment={row} /> },
    {
      key: "code",
      head: t("code"),
      width: 9,
      grows: true,
      card: "title",
      cell: ({ paymentCode, partnerTxCode }) => (
        <CodeLink opensRow href={`/staff/payments/${paymentCode}`} code={partnerTxCode} />
      ),
    },
    {
      key: "partner",
      head: t("partner"),
      width: 11,
      rank: 2,
      card: "note",
      title: ({ partnerName }) => partnerName,
      cell: ({ partnerName }) => partnerName,
    },
    {
      key: "card",
      head: t("card"),
      width: 9,
      rank: 3,
      cell: ({ card }) => (card ? <span className="font-mono text-xs">{card.maskedPan}</span> : dash),
    },
    {
      key: "reason",
      head: t("reason"),
      width: 13,
      rank: 4,
      isExtra: true,
      title: reason,
      cell: (row) => reason(row) ?? dash,
    },
    {
      key: "terminal",
      head: t("terminal"),
      width: 10,
      rank: 5,
      isExtra: true,
      title: ({ terminalId }) => terminalId,
      cell: ({ terminalId }) => <span className="font-mono text-xs">{terminalId}</span>,
    },
    {
      key: "created",
      head: t("created"),
      align: "right",
      width: 10,
      rank: 1,
      card: "time",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
}

/** The state; for a refunded payment how much was refunded, because it says more. */
const ListedState = ({ payment: { status, refunded } }: { payment: ListedPayment }) =>
  status === "captured" && refunded !== "none" ? (
    <StateBadge kind="refunded" value={refunded} />
  ) : (
    <StateBadge kind="payment" value={status} />
  );
