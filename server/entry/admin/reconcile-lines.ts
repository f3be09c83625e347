import { decimalText } from "@/server/domain/money";
import type { StatementOrder } from "@/server/domain/operations/bank-statement";
import type { Finding, Reconciliation } from "@/server/usecases/operations/reconcile-day";

/** Whether bank and books agree about everything that could be compared. */
export const isEqual = ({ findings, lostOrders }: Reconciliation): boolean => findings.length + lostOrders.length === 0;

interface Compared {
  readonly terminalId: string;
  readonly day: string;
  readonly isDryRun: boolean;
  readonly hasStatement: boolean;
}

/** Formats the result of a comparison as lines, the verdict last. */
export function formatReconciliation(found: Reconciliation, compared: Compared): string[] {
  const { span, agreeing, withoutMoney, recent, findings, lostOrders, returnedOrders, ofOtherTerminals } = found;
  const { terminalId, day, isDryRun, hasStatement } = compared;
  return [
    `${terminalId}, bank day ${day}: from ${span.from.toISOString()} to ${span.to.toISOString()}`,
    `Bank and books agree on ${count(agreeing.count, "payment")}: ${text(agreeing.takenKurus)} taken, ${text(agreeing.backKurus)} given back.`,
    ...(withoutMoney > 0 ? [`${count(withoutMoney, "order")} took no money, here and at the bank.`] : []),
    ...(recent > 0
      ? [`${count(recent, "order")} moved money within two minutes: compare again for ${recent === 1 ? "it" : "them"}.`]
      : []),
    ...findings.flatMap((finding) => formatFinding(finding, isDryRun)),
    ...lostOrders.flatMap((order) => formatLost(order, isDryRun)),
    ...(returnedOrders.length > 0
      ? [
          `${count(returnedOrders.length, "order")} of the statement that the books do not have went back at the bank: ${ids(returnedOrders)}.`,
        ]
      : []),
    ...(ofOtherTerminals > 0
      ? [`${count(ofOtherTerminals, "order")} of the statement belong to other terminals.`]
      : []),
    ...(hasStatement ? [] : ["Orders that the books have lost altogether show only with --statement FILE."]),
    isEqual(found)
      ? "Nothing differs."
      : `${count(findings.length + lostOrders.length, "order")} to look at. Compare again once they are settled.`,
  ];
}

function formatFinding({ verdict, booked, answer, mended }: Finding, isDryRun: boolean): string[] {
  const { paymentCode, orderId } = booked;
  const { references, takenAt } = answer;
  const facts = [
    `${paymentCode}  order ${orderId}`,
    ...(takenAt ? [`at the bank ${takenAt.toISOString()}`] : []),
    ...(references?.authCode ? [`auth code ${references.authCode}`] : []),
    ...(references?.rrn ? [`RRN ${references.rrn}`] : []),
  ];
  const next = isDryRun ? (whatWouldFollow[verdict] ?? "") : whatFollowed(verdict, mended, booked.paymentCode);
  return [
    facts.join("  "),
    `  ${whatDiffers(verdict)} ${describeBoth({ booked, answer })}`,
    ...(next ? [`  ${next}`] : []),
  ];
}

function describeBoth({ booked, answer: { atBank } }: Pick<Finding, "booked" | "answer">): string {
  const { attemptStatus, paymentStatus, amountKurus, backKurus } = booked;
  const taken = attemptStatus === "captured" ? `${text(amountKurus)} taken` : "nothing taken";
  const books = `Books: payment ${paymentStatus}, attempt ${attemptStatus}, ${taken}, ${text(backKurus)} given back.`;
  switch (atBank.kind) {
    case "taken":
      return `${books} Bank: ${text(atBank.takenKurus)} taken, ${text(atBank.backKurus)} given back.`;
    case "voided":
      return `${books} Bank: taken and voided.`;
    case "nothing":
      return `${books} Bank: nothing.`;
    case "unclear":
      return `${books} Bank: no clear answer.`;
  }
}

const differences: Readonly<Record<Finding["verdict"], string>> = {
  agrees: "",
  no_money: "",
  recent: "",
  open: "The books have no outcome yet.",
  capture_lost: "The bank has money, and the books have lost its capture.",
  capture_after_end: "The bank has money of a payment that was given up.",
  outside_books: "The bank has money of a payment that ended before its capture.",
  capture_not_at_bank: "The books have a capture that the bank does not have.",
  amount_differs: "The amounts differ.",
  refund_not_in_books: "The bank gave back more than the books have.",
  refund_not_at_bank: "The books gave back more than the bank has.",
  unclear: "The bank does not tell.",
};

const whatDiffers = (verdict: Finding["verdict"]): string => differences[verdict];

const whatWouldFollow: Partial<Record<Finding["verdict"], string>> = {
  open: "Without --dry-run the bank's answer is recorded.",
  capture_lost: "Without --dry-run the capture is recorded.",
  capture_after_end: "Without --dry-run the product gives the money back.",
  outside_books: "Without --dry-run staff get the alert order_outside_books.",
  capture_not_at_bank: "Without --dry-run the payment is held.",
  amount_differs: "Without --dry-run the payment is held.",
  refund_not_in_books: "Without --dry-run the payment is held.",
  refund_not_at_bank: "Without --dry-run the payment is held.",
  unclear: "Look the order up at the bank, or compare again later.",
};

function whatFollowed(verdict: Finding["verdict"], mended: Finding["mended"], paymentCode: string): string {
  switch (mended) {
    case "settled":
      return "Done: the books have the bank's answer now.";
    case "asked":
      return `The bank is asked again by itself. If it stays open: captures open, captures settle ${paymentCode} captured, refunds open, refunds settle.`;
    case "held":
      return `Held. Next: books correct ${paymentCode} ${correctionKind(verdict)}, then books approve by a second person.`;
    case "goes_back":
      return `The running product asks the bank once more and gives the money back (D-72). If it does not: captures settle ${paymentCode} give-back.`;
    case "alerted":
      return "Staff have an alert. Give the money back at the bank, tell the merchant, and compare again.";
    case "failed":
      return "It could not be recorded; the log says why. Compare again.";
    case "none":
      return verdict === "unclear" ? "Look the order up at the bank, or compare again later." : "Compare again later.";
  }
}

function correctionKind(verdict: Finding["verdict"]): string {
  if (verdict === "refund_not_in_books") return "credit_done|void_done AMOUNT";
  if (verdict === "refund_not_at_bank") return "credit_not_done|void_not_done AMOUNT";
  return verdict === "capture_not_at_bank" ? "void_done AMOUNT" : "KIND AMOUNT";
}

function formatLost({ orderId, takenKurus, backKurus, at, authCode }: StatementOrder, isDryRun: boolean): string[] {
  const facts = [
    `no payment  order ${orderId}`,
    `at the bank ${at.toISOString()}`,
    ...(authCode ? [`auth code ${authCode}`] : []),
  ];
  return [
    facts.join("  "),
    `  The books do not have this order. Bank: ${text(takenKurus)} taken, ${text(backKurus)} given back.`,
    `  ${isDryRun ? "Without --dry-run staff get the alert order_outside_books." : "Staff have the alert order_outside_books."} Give the money back at the bank, tell the merchant, and compare again with a new statement.`,
  ];
}

const text = (kurus: bigint): string => `${decimalText(kurus)} TRY`;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

const ids = (orders: readonly StatementOrder[]): string => orders.map(({ orderId }) => orderId).join(", ");
