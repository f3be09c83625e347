"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import type { BankDifference } from "./bank-day-types";

/** Loaded when it is opened, with the form library. */
const CorrectionDialog = dynamic(async () => (await import("../open/correction-dialog")).CorrectionDialog);

/** Returns the sentence that says what a difference asks for. */
export function useProposalText() {
  const t = useTranslations("staff.bankDays.proposals");
  const language = useLanguage();
  return ({ kind, paymentCode, proposal }: BankDifference): string => {
    const { action, correction, amountKurus } = proposal;
    const amount = displayAmount(amountKurus ?? 0n, language);
    if (paymentCode === null && action !== "claim" && action !== "accept") return t("unknownOrder");
    switch (action) {
      case "ask_bank":
        return t(kind === "missing_here" ? "askBankHere" : "askBankThere");
      case "correct":
        return t(`corrections.${correction ?? "none"}`, { amount });
      case "claim":
        return t("claim", { amount });
      case "accept":
        return t(kind === "date" || kind === "twice" ? `accept.${kind}` : "accept.other");
    }
  };
}

/** What an open difference asks for, with the way to do it. */
export function Proposal({ difference }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  const toText = useProposalText();
  const { action } = difference.proposal;
  return (
    <div>
      <p>
        <span className="text-ink-soft">{t("proposed")}:</span>{" "}
        <span className="font-medium">{toText(difference)}</span>
      </p>
      {(action === "ask_bank" || (action === "correct" && difference.paymentCode === null)) && (
        <AskBank difference={difference} />
      )}
      {action === "correct" && <Correct difference={difference} />}
    </div>
  );
}

/** The payment's page, and the command that asks the bank about every order of the terminal's day. */
function AskBank({ difference: { day, bookedDay, terminalId, paymentCode } }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  const mayWrite = useMayAsStaff("bank_day.write");
  const command = ["npm run admin -- reconcile", bookedDay ?? day, terminalId ?? "TERMINAL"];
  if (terminalId === null) command.push("--statement FILE");
  const text = command.join(" ");
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      {paymentCode !== null && <TextLink href={`/staff/payments/${paymentCode}`}>{t("toPayment")}</TextLink>}
      {mayWrite && (
        <>
          <code className="min-w-0 rounded-control bg-surface px-2 py-1 text-xs wrap-anywhere">{text}</code>
          <CopyButton text={text} label={t("copyCommand")} />
        </>
      )}
    </div>
  );
}

/** Opens the correction of the books with the values that make bank and books agree. */
function Correct({ difference }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  const mayCorrect = useMayAsStaff("books.correct");
  const [isOpen, setOpen] = useState(false);
  const [isProposed, setProposed] = useState(false);
  const { paymentCode, isHeld, proposal, refundId, day, lineNumber, rrn } = difference;
  if (paymentCode === null || proposal.correction === null || !mayCorrect) return null;
  const line =
    lineNumber === null ? t("evidenceWithoutLine", { day }) : t("evidence", { day, line: String(lineNumber) });
  return (
    <>
      <Button className="my-2" onClick={() => setOpen(true)}>
        {t("correct")}
      </Button>
      {isProposed && (
        <Notice tone="good" isUrgent>
          {t("correctionSent")}{" "}
          <TextLink isInText href="/staff/open">
            {t("toOpen")}
          </TextLink>
        </Notice>
      )}
      {isOpen && (
        <CorrectionDialog
          paymentCode={paymentCode}
          isHeld={isHeld}
          proposed={{
            kind: proposal.correction,
            amountKurus: proposal.amountKurus ?? 0n,
            refundId,
            evidence: rrn === null ? line : `${line}, RRN ${rrn}`,
          }}
          onProposed={() => setProposed(true)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
