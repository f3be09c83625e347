"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { Translator } from "@/messages/catalogues";
import { displayAmount } from "@/server/domain/money";
import type { RefundView } from "@/server/domain/refunds/refund-request-list";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink } from "../../ui/list/row-link";
import { useMay } from "../role";
import { StateBadge } from "../words/state-badge";
import type { RefundRequest } from "./refund-request";

/** Returns the columns of the list: waiting requests show their deadline, decided ones their result. */
export function useRefundColumns(
  view: RefundView,
  open: (request: RefundRequest) => void,
): ListColumn<RefundRequest>[] {
  const t = useTranslations("panel.refundRequests");
  const asked = ({ requestedBy, isOwn }: RefundRequest) =>
    isOwn ? t("askedByYou", { person: requestedBy }) : requestedBy;
  const common: ListColumn<RefundRequest>[] = [
    {
      key: "amount",
      head: t("amount"),
      align: "right",
      width: 9,
      card: "value",
      cell: ({ amount }) => <Amount kurus={amount} />,
    },
    {
      key: "payment",
      head: t("payment"),
      width: 8,
      grows: true,
      card: "title",
      cell: ({ paymentCode, partnerTxCode }) => (
        <CodeLink href={`/panel/payments/${paymentCode}`} code={partnerTxCode} />
      ),
    },
    {
      key: "asked",
      head: t("asked"),
      width: 9,
      rank: 2,
      card: view === "waiting" ? "state" : "note",
      title: asked,
      cell: asked,
    },
    {
      key: "askedAt",
      head: t("askedAt"),
      width: 10,
      rank: 4,
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
  const columns = view === "waiting" ? waitingColumns(t) : decidedColumns(t);
  const actions: ListColumn<RefundRequest> = {
    key: "actions",
    head: t("actions"),
    isHeadHidden: true,
    width: 8,
    align: "right",
    card: "action",
    cell: (request) => <OpenButton request={request} onOpen={open} />,
  };
  return [...common, ...columns, actions];
}

function OpenButton({ request, onOpen }: { request: RefundRequest; onOpen(request: RefundRequest): void }) {
  const t = useTranslations("panel.refundRequests");
  const language = useLanguage();
  const mayDecide = useMay("refund.decide");
  const waitingAction = request.isOwn ? t("withdraw") : t("decide");
  const action = request.status === "waiting" && mayDecide ? waitingAction : t("look");
  return (
    <Button
      data-opens
      className="min-h-7! py-0.5!"
      aria-label={t("ofAmount", { what: action, amount: displayAmount(request.amount, language) })}
      onClick={() => onOpen(request)}
    >
      {action}
    </Button>
  );
}

const waitingColumns = (t: Translator<"panel.refundRequests">): ListColumn<RefundRequest>[] => [
  {
    key: "reason",
    head: t("reason"),
    width: 13,
    rank: 3,
    title: ({ reason }) => reason ?? undefined,
    cell: ({ reason }) => reason ?? t("noReason"),
  },
  {
    key: "until",
    head: t("until"),
    width: 10,
    rank: 1,
    card: "time",
    cell: ({ expiresAt }) => <DateTime at={expiresAt} />,
  },
];

const decidedColumns = (t: Translator<"panel.refundRequests">): ListColumn<RefundRequest>[] => [
  {
    key: "decided",
    head: t("decided"),
    width: 13,
    rank: 3,
    title: ({ decidedBy }) => decidedBy ?? undefined,
    cell: ({ decidedBy }) => decidedBy ?? "–",
  },
  { key: "state", head: t("state"), width: 9, card: "state", cell: (request) => <Outcome request={request} /> },
];

/** The state of a request. A request that was sent to the bank shows the state of its refund instead. */
export function Outcome({ request: { status, refundStatus } }: { request: RefundRequest }) {
  return status === "sent" && refundStatus !== null ? (
    <StateBadge kind="refund" value={refundStatus} />
  ) : (
    <StateBadge kind="refundRequest" value={status} />
  );
}
