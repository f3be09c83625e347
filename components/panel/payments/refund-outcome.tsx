"use client";
import { displayAmount } from "@/server/domain/money";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { PanelOutputs } from "../outputs";
import { refundWords } from "./refund-words";

/** The outcome of a refund request. */
export function RefundOutcome({
  result,
  amountKurus,
}: {
  result: PanelOutputs["refund"]["start"];
  amountKurus: bigint;
}) {
  const t = useWords(refundWords);
  const amount = displayAmount(amountKurus, useLanguage());
  if (result.kind === "waiting") {
    return (
      <Notice tone="warn" title={t.waiting(amount)} isUrgent>
        {t.waitingHelp}
      </Notice>
    );
  }
  const { status, method } = result;
  const shown = {
    approved: { tone: "good", title: t.approved[method](amount), help: t.approvedHelp },
    declined: { tone: "bad", title: t.declined, help: t.declinedHelp },
    pending: { tone: "warn", title: t.pending, help: t.pendingHelp },
  } as const;
  const { tone, title, help } = shown[status];
  return (
    <Notice tone={tone} title={title} isUrgent>
      {help}
    </Notice>
  );
}
