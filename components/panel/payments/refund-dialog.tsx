"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { dateTimeText } from "@/components/ui/date-time";
import { isOutcomeUnknown } from "@/components/ui/read-failure";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { needsSecondPerson } from "@/server/domain/refunds/refund-approval";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions, findPageTitle } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import type { Payment } from "./payment-types";
import { findRefundOutlook, type RefundOutlook } from "./refund-outlook";
import { ApprovalPlan, RefundPlan } from "./refund-plan";
import { refundWords } from "./refund-words";

interface RefundDialogProps {
  readonly payment: Payment;
  /**
   * The idempotency key of a refund whose answer was lost. The next attempt sends it again, also after the dialog was
   * closed.
   */
  readonly unanswered: { current: string | null };
  onClose(): void;
}

/** Shows what a refund will do, sends it once, and shows its result. */
export function RefundDialog({ payment, unanswered, onClose }: RefundDialogProps) {
  const t = useWords(refundWords);
  const trpc = useTRPC();
  const cache = useQueryClient();
  // The state at opening, so that a refetch does not change the texts while the user reads them. All attempts share one
  // idempotency key: a retry after a lost answer returns the first outcome, and no refund is sent twice.
  const [{ key, ...opened }] = useState(() => ({
    key: unanswered.current ?? crypto.randomUUID(),
    outlook: findRefundOutlook(payment),
    remaining: payment.refund.remainingAmount,
    refunded: payment.refund.refundedAmount + payment.correctedAmount,
  }));
  const { outlook, remaining } = opened;
  const refund = useMutationWithConfirmation(
    trpc.refund.start.mutationOptions({
      onSettled: (_, error) => {
        unanswered.current = error && isOutcomeUnknown(error) ? key : null;
        void cache.invalidateQueries(trpc.payment.pathFilter());
        void cache.invalidateQueries(trpc.refund.pathFilter());
      },
    }),
  );
  const [requestedKurus, setRequestedKurus] = useState(remaining);
  if (refund.result) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        // The opener may have been removed: nothing is left to refund, or the request waits for approval.
        finalFocus={findPageTitle}
        title={t.title[outlook.method]}
        actions={
          <Button tone="primary" onClick={onClose}>
            {t.close}
          </Button>
        }
      >
        <RefundOutcome result={refund.result} amountKurus={requestedKurus} />
      </Dialog>
    );
  }
  return (
    <>
      <Dialog isOpen onClose={onClose} isBusy={refund.isBusy} title={t.title[outlook.method]}>
        <RefundForm
          {...opened}
          payment={payment}
          isBusy={refund.isBusy}
          onSubmit={(amount, reason) => {
            setRequestedKurus(amount);
            // Sends the confirmed amount even for a full refund, because less may remain by now.
            refund.mutate({ key, paymentCode: payment.paymentCode, amount, method: "auto", reason });
          }}
        />
        {refund.error && <FailureNotice error={refund.error} title={t.failed} unanswered={t.unanswered} />}
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
  const t = useWords(refundWords);
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
      {needsApproval === null ? <RefundPlan payment={payment} outlook={outlook} /> : <ApprovalPlan outlook={outlook} />}
      <AmountField
        label={t.amount}
        initial={remaining}
        disabled={outlook.partial.kind !== "possible"}
        hint={formatPartialHint(t, outlook, displayAmount(remaining, language), language)}
        error={findAmountError(t, amount, remaining, language)}
        onAmount={setAmount}
      />
      <TextField label={t.reason} name="reason" maxLength={500} autoComplete="off" hint={t.reasonHint} />
      {needsApproval !== null && <Notice tone="warn">{t.needsApproval(displayAmount(needsApproval, language))}</Notice>}
      <DialogActions>
        <CloseButton>{t.cancel}</CloseButton>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {isBusy ? t.sending : needsApproval !== null ? t.ask(shown) : t.confirm[method](shown)}
        </Button>
      </DialogActions>
    </form>
  );
}

type RefundWords = (typeof refundWords)["tr"];

function formatPartialHint(t: RefundWords, outlook: RefundOutlook, remaining: string, language: Language): string {
  const { method, partial } = outlook;
  if (partial.kind === "possible") return t.upTo(remaining);
  return partial.kind === "from" ? t.wholeOnly[method](dateTimeText(partial.at, language)) : t.wholeEver;
}

function findAmountError(t: RefundWords, amount: bigint | null, remaining: bigint, language: Language) {
  if (amount === null) return t.notAnAmount;
  return amount > remaining ? t.tooMuch(displayAmount(remaining, language)) : null;
}

/** Returns the account's approval limit in kuruş when a second user must approve this amount, else null. */
function useApprovalAbove(refundedKurus: bigint, amountKurus: bigint): bigint | null {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.refund.limit.queryOptions());
  const limit = data?.limit ?? null;
  return needsSecondPerson(limit, { refundedKurus, amountKurus }) ? limit : null;
}

/** The outcome of a refund request. */
function RefundOutcome({ result, amountKurus }: { result: PanelOutputs["refund"]["start"]; amountKurus: bigint }) {
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
