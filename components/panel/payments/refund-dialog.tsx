"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { needsSecondPerson } from "@/server/domain/refunds/refund-approval";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions, pageTitle } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { isUnanswered } from "../../ui/failure-of";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import type { Payment } from "./payment-type";
import { RefundOutcome } from "./refund-outcome";
import { outlookOf, type RefundOutlook } from "./refund-outlook";
import { PlanOfRequest, RefundPlan } from "./refund-plan";
import { refundWords } from "./refund-words";

interface RefundDialogProps {
  readonly payment: Payment;
  /** The idempotency key of a refund whose answer was lost. The next attempt sends it again, also after the dialog was closed. */
  readonly unanswered: { current: string | null };
  onClose(): void;
}

/** Shows what a refund will do, sends it once, and shows its result. */
export function RefundDialog({ payment, unanswered, onClose }: RefundDialogProps) {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const cache = useQueryClient();
  // What was possible when it was opened: what comes of it must not change the words below one's hand. One key for every
  // press: a press whose answer was lost is answered by the next, and nothing is sent twice.
  const [{ key, ...opened }] = useState(() => ({
    key: unanswered.current ?? crypto.randomUUID(),
    outlook: outlookOf(payment),
    remaining: payment.refund.remainingAmount,
    refunded: payment.refund.refundedAmount + payment.correctedAmount,
  }));
  const { outlook, remaining } = opened;
  const refund = useAct(
    trpc.refund.start.mutationOptions({
      onSettled: (_, error) => {
        unanswered.current = error && isUnanswered(error) ? key : null;
        void cache.invalidateQueries(trpc.payment.pathFilter());
        void cache.invalidateQueries(trpc.refund.pathFilter());
      },
    }),
  );
  const [asked, setAsked] = useState(remaining);
  if (refund.result) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        // The button that opened it is gone, where nothing is left to refund or the request waits.
        finalFocus={pageTitle}
        title={said.title[outlook.method]}
        actions={
          <Button tone="primary" onClick={onClose}>
            {said.close}
          </Button>
        }
      >
        <RefundOutcome result={refund.result} amountKurus={asked} />
      </Dialog>
    );
  }
  return (
    <>
      <Dialog isOpen onClose={onClose} isBusy={refund.isBusy} title={said.title[outlook.method]}>
        <RefundForm
          {...opened}
          payment={payment}
          isBusy={refund.isBusy}
          onSubmit={(amount, reason) => {
            setAsked(amount);
            // The amount that was confirmed, also of the whole: less may be left by now.
            refund.act({ key, paymentCode: payment.paymentCode, amount, method: "auto", reason });
          }}
        />
        {refund.error && (
          <FailureNotice error={refund.error} title={said.failed} unanswered={said.unanswered} />
        )}
      </Dialog>
      {refund.confirmation}
    </>
  );
}

interface RefundFormProps {
  readonly payment: Payment;
  readonly outlook: RefundOutlook;
  readonly remaining: bigint;
  readonly refunded: bigint;
  readonly isBusy: boolean;
  onSubmit(amount: bigint, reason: string | null): void;
}

function RefundForm({ payment, outlook, remaining, refunded, isBusy, onSubmit }: RefundFormProps) {
  const said = useWords(refundWords);
  const language = useLanguage();
  const [amount, setAmount] = useState<bigint | null>(remaining);
  const needsApproval = useApprovalAbove(refunded, amount ?? 0n);
  const { method } = outlook;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason")).trim() || null;
    if (amount !== null && amount <= remaining && !isBusy) onSubmit(amount, reason);
  };
  const shown = displayAmount(amount ?? 0n, language);
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      {needsApproval === null ? (
        <RefundPlan payment={payment} outlook={outlook} />
      ) : (
        <PlanOfRequest outlook={outlook} />
      )}
      <AmountField
        label={said.amount}
        initial={remaining}
        disabled={outlook.partial.kind !== "possible"}
        hint={partialHint(said, outlook, displayAmount(remaining, language), language)}
        error={amountError(said, amount, remaining, language)}
        onAmount={setAmount}
      />
      <TextField
        label={said.reason}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={said.reasonHint}
      />
      {needsApproval !== null && (
        <Notice tone="warn">{said.needsApproval(displayAmount(needsApproval, language))}</Notice>
      )}
      <DialogActions>
        <CloseButton>{said.cancel}</CloseButton>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {isBusy ? said.sending : needsApproval !== null ? said.ask(shown) : said.confirm[method](shown)}
        </Button>
      </DialogActions>
    </form>
  );
}

type Said = (typeof refundWords)["tr"];

function partialHint(said: Said, outlook: RefundOutlook, remaining: string, language: Language): string {
  const { method, partial } = outlook;
  if (partial.kind === "possible") return said.upTo(remaining);
  return partial.kind === "from" ? said.wholeOnly[method](momentText(partial.at, language)) : said.wholeEver;
}

function amountError(said: Said, amount: bigint | null, remaining: bigint, language: Language) {
  if (amount === null) return said.notAnAmount;
  return amount > remaining ? said.tooMuch(displayAmount(remaining, language)) : null;
}

/** The account's limit where a second person has to approve this amount; else null. */
function useApprovalAbove(refundedKurus: bigint, amountKurus: bigint): bigint | null {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.refund.limit.queryOptions());
  const limit = data?.limit ?? null;
  return needsSecondPerson(limit, { refundedKurus, amountKurus }) ? limit : null;
}
