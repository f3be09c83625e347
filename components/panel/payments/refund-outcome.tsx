"use client";
import { displayAmount } from "@/server/domain/money";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { PanelOutputs } from "../outputs";
import { refundWords } from "./refund-words";

/** What happened to the money. */
export function RefundOutcome({
  result,
  amountKurus,
}: {
  result: PanelOutputs["refund"]["start"];
  amountKurus: bigint;
}) {
  const said = useWords(refundWords);
  const amount = displayAmount(amountKurus, useLanguage());
  if (result.kind === "waiting") {
    return (
      <Notice tone="warn" title={said.waiting(amount)} isUrgent>
        {said.waitingHelp}
      </Notice>
    );
  }
  const { status, method } = result;
  const shown = {
    approved: { tone: "good", title: said.approved[method](amount), help: said.approvedHelp },
    declined: { tone: "bad", title: said.declined, help: said.declinedHelp },
    pending: { tone: "warn", title: said.pending, help: said.pendingHelp },
  } as const;
  const { tone, title, help } = shown[status];
  return (
    <Notice tone={tone} title={title} isUrgent>
      {help}
    </Notice>
  );
}
