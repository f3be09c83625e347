"use client";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import type { Column } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateBadge } from "../words/state-badge";
import type { RefundRequest } from "./refund-request";
import type { RefundView } from "./refund-view";
import { refundWords } from "./refund-words";

/** Returns the columns of the list: waiting requests show their deadline, decided ones their result. */
export function useRefundColumns(view: RefundView, open: (request: RefundRequest) => void) {
  const t = useWords(refundWords);
  const language = useLanguage();
  const common: Column<RefundRequest>[] = [
    { key: "amount", head: t.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "payment", head: t.payment, cell: (request) => <PaymentLink request={request} /> },
    {
      key: "asked",
      head: t.asked,
      hiddenBelow: "sm",
      cell: ({ requestedBy, isOwn }) => (
        <span className="wrap-anywhere">
          {requestedBy} {isOwn && <span className="text-ink-soft">({t.you})</span>}
        </span>
      ),
    },
    {
      key: "askedAt",
      head: t.askedAt,
      hiddenBelow: "lg",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
  const button: Column<RefundRequest> = {
    key: "actions",
    head: <span className="sr-only">{t.actions}</span>,
    align: "right",
    cell: (request) => {
      const waitingAction = request.isOwn ? t.withdraw : t.decide;
      const action = request.status === "waiting" ? waitingAction : t.look;
      const label = t.ofAmount(action, displayAmount(request.amount, language));
      return (
        <Button aria-label={label} onClick={() => open(request)}>
          {action}
        </Button>
      );
    },
  };
  return view === "waiting" ? [...common, ...waitingColumns(t), button] : [...common, ...decidedColumns(t), button];
}

type RefundWords = (typeof refundWords)["tr"];

const waitingColumns = (t: RefundWords): Column<RefundRequest>[] => [
  {
    key: "reason",
    head: t.reason,
    hiddenBelow: "lg",
    cell: ({ reason }) => <span className="line-clamp-2 max-w-xs wrap-anywhere">{reason ?? t.noReason}</span>,
  },
  { key: "until", head: t.until, hiddenBelow: "sm", cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
];

const decidedColumns = (t: RefundWords): Column<RefundRequest>[] => [
  {
    key: "decided",
    head: t.decided,
    hiddenBelow: "lg",
    cell: ({ decidedBy }) => <span className="wrap-anywhere">{decidedBy ?? "–"}</span>,
  },
  { key: "state", head: t.state, cell: (request) => <Outcome request={request} /> },
];

/** The state of a request. A request that was sent to the bank shows the state of its refund instead. */
export function Outcome({ request: { status, refundStatus } }: { request: RefundRequest }) {
  return status === "sent" && refundStatus !== null ? (
    <StateBadge kind="refund" value={refundStatus} />
  ) : (
    <StateBadge kind="refundRequest" value={status} />
  );
}

function PaymentLink({ request }: { request: RefundRequest }) {
  return (
    <TextLink className="wrap-anywhere" href={`/panel/payments/${request.paymentCode}`}>
      {request.partnerTxCode}
    </TextLink>
  );
}
