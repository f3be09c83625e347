"use client";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import type { Column } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateOf } from "../words/state-of";
import type { RefundRequest } from "./refund-request";
import type { RefundView } from "./refund-view";
import { refundWords } from "./refund-words";

/** What is shown of each request: those that wait with their last moment, the others with what became of them. */
export function useRefundColumns(view: RefundView, open: (request: RefundRequest) => void) {
  const said = useWords(refundWords);
  const language = useLanguage();
  const common: Column<RefundRequest>[] = [
    { key: "amount", head: said.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "payment", head: said.payment, cell: (request) => <PaymentLink request={request} /> },
    {
      key: "asked",
      head: said.asked,
      hiddenBelow: "sm",
      cell: ({ requestedBy, isOwn }) => (
        <span className="wrap-anywhere">
          {requestedBy} {isOwn && <span className="text-ink-soft">({said.you})</span>}
        </span>
      ),
    },
    {
      key: "askedAt",
      head: said.askedAt,
      hiddenBelow: "lg",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  const button: Column<RefundRequest> = {
    key: "actions",
    head: <span className="sr-only">{said.actions}</span>,
    align: "right",
    cell: (request) => {
      const ofWaiting = request.isOwn ? said.withdraw : said.decide;
      const what = request.status === "waiting" ? ofWaiting : said.look;
      const label = said.ofAmount(what, displayAmount(request.amount, language));
      return (
        <Button aria-label={label} onClick={() => open(request)}>
          {what}
        </Button>
      );
    },
  };
  return view === "waiting"
    ? [...common, ...waitingColumns(said), button]
    : [...common, ...decidedColumns(said), button];
}

type Said = (typeof refundWords)["tr"];

const waitingColumns = (said: Said): Column<RefundRequest>[] => [
  {
    key: "reason",
    head: said.reason,
    hiddenBelow: "lg",
    cell: ({ reason }) => (
      <span className="line-clamp-2 max-w-xs wrap-anywhere">{reason ?? said.noReason}</span>
    ),
  },
  { key: "until", head: said.until, hiddenBelow: "sm", cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
];

const decidedColumns = (said: Said): Column<RefundRequest>[] => [
  {
    key: "decided",
    head: said.decided,
    hiddenBelow: "lg",
    cell: ({ decidedBy }) => <span className="wrap-anywhere">{decidedBy ?? "–"}</span>,
  },
  { key: "state", head: said.state, cell: (request) => <Outcome request={request} /> },
];

/** A request that was sent says how its refund stands. */
export function Outcome({ request: { status, refundStatus } }: { request: RefundRequest }) {
  return status === "sent" && refundStatus !== null ? (
    <StateOf kind="refund" value={refundStatus} />
  ) : (
    <StateOf kind="refundRequest" value={status} />
  );
}

function PaymentLink({ request }: { request: RefundRequest }) {
  return (
    <TextLink className="wrap-anywhere" href={`/panel/payments/${request.paymentCode}`}>
      {request.partnerTxCode}
    </TextLink>
  );
}
