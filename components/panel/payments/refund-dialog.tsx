"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { isOutcomeUnknown } from "@/components/ui/read-failure";
import type { Translator } from "@/messages/catalogues";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { needsSecondPerson } from "@/server/domain/refunds/refund-approval";
import { newRefundForm } from "@/server/domain/refunds/refund-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions, findPageTitle } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormAmount, FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import type { Payment } from "./payment-types";
import { findRefundOutlook, type RefundOutlook } from "./refund-outlook";
import { ApprovalPlan, RefundPlan } from "./refund-plan";

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
  const t = useTranslations("panel.refund");
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
        title={t(`title.${outlook.method}`)}
        actions={
          <Button tone="primary" onClick={onClose}>
            {t("close")}
          </Button>
        }
      >
        <RefundOutcome result={refund.result} amountKurus={requestedKurus} />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} isBusy={refund.isBusy} title={t(`title.${outlook.method}`)}>
      <RefundForm
        {...opened}
        payment={payment}
        isBusy={refund.isBusy}
        error={refund.error}
        onSubmit={({ amount, reason }) => {
          setRequestedKurus(amount);
          // Sends the confirmed amount even for a full refund, because less may remain by now.
          refund.mutate({ key, paymentCode: payment.paymentCode, amount, method: "auto", reason });
        }}
      />
      {refund.confirmation}
    </Dialog>
  );
}

const refusedFields = { sensitive_data_not_allowed: "reason" } as const;

interface RefundFormProps {
  readonly payment: Payment;
  readonly outlook: RefundOutlook;
  readonly remaining: bigint;
  readonly refunded: bigint;
  readonly isBusy: boolean;
  /** Why the server refused the refund that was sent last. */
  readonly error: unknown;
  onSubmit(refund: { amount: bigint; reason: string | null }): void;
}

function RefundForm({ payment, outlook, remaining, refunded, isBusy, error, onSubmit }: RefundFormProps) {
  const t = useTranslations("panel.refund");
  const language = useLanguage();
  const schema = useMemo(() => newRefundForm(remaining), [remaining]);
  const { control, submit, failure } = useZodForm(schema, {
    defaultValues: { amount: remaining, reason: null },
    error,
    refusedFields,
  });
  const amount = useWatch({ control, name: "amount" });
  const needsApproval = useApprovalAbove(refunded, amount ?? 0n);
  const { method } = outlook;
  const shown = displayAmount(amount ?? 0n, language);
  const left = displayAmount(remaining, language);
  return (
    <form className="flex flex-col gap-4" onSubmit={submit(onSubmit)} noValidate>
      {needsApproval === null ? <RefundPlan payment={payment} outlook={outlook} /> : <ApprovalPlan outlook={outlook} />}
      <FormAmount
        control={control}
        name="amount"
        label={t("amount")}
        disabled={outlook.partial.kind !== "possible"}
        hint={formatPartialHint(t, outlook, left, language)}
        sentences={amount !== null && amount > remaining ? t("tooMuch", { amount: left }) : t("notAnAmount")}
      />
      <FormText
        control={control}
        name="reason"
        label={t("reason")}
        maxLength={500}
        autoComplete="off"
        hint={t("reasonHint")}
        isOptional
      />
      {needsApproval !== null && (
        <Notice tone="warn">{t("needsApproval", { limit: displayAmount(needsApproval, language) })}</Notice>
      )}
      {failure ? (
        <FailureNotice
          error={failure}
          title={t("failed")}
          unanswered={{ title: t("unanswered.title"), text: t("unanswered.text") }}
        />
      ) : null}
      <DialogActions>
        <CloseButton>{t("cancel")}</CloseButton>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {isBusy
            ? t("sending")
            : needsApproval !== null
              ? t("ask", { amount: shown })
              : t(`confirm.${method}`, { amount: shown })}
        </Button>
      </DialogActions>
    </form>
  );
}

type RefundTranslator = Translator<"panel.refund">;

function formatPartialHint(t: RefundTranslator, outlook: RefundOutlook, remaining: string, language: Language): string {
  const { method, partial } = outlook;
  if (partial.kind === "possible") return t("upTo", { amount: remaining });
  if (partial.kind === "never") return t("wholeEver");
  return t(`wholeOnly.${method}`, { from: dateTimeText(partial.at, language) });
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
  const t = useTranslations("panel.refund");
  const amount = displayAmount(amountKurus, useLanguage());
  if (result.kind === "waiting") {
    return (
      <Notice tone="warn" title={t("waiting", { amount })} isUrgent>
        {t("waitingHelp")}
      </Notice>
    );
  }
  const { status, method } = result;
  const shown = {
    approved: { tone: "good", title: t(`approved.${method}`, { amount }), help: t("approvedHelp") },
    declined: { tone: "bad", title: t("declined"), help: t("declinedHelp") },
    pending: { tone: "warn", title: t("pending"), help: t("pendingHelp") },
  } as const;
  const { tone, title, help } = shown[status];
  return (
    <Notice tone={tone} title={title} isUrgent>
      {help}
    </Notice>
  );
}
