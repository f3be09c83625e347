"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { rejectionForm } from "@/server/domain/refunds/refund-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { Outlook, RefundFacts, useOutlook } from "./refund-facts";
import type { DecisionResult, RefundRequest } from "./refund-request";

interface DecisionProps {
  readonly request: RefundRequest;
  /** @param done the result, when the request was decided */
  onClose(done?: DecisionResult): void;
}

/**
 * One refund request: it can be decided by others, withdrawn by its requester, or only viewed once it is closed and by
 * staff who view the account.
 */
export function RefundDecision(props: DecisionProps) {
  const mayDecide = useMay("refund.decide");
  if (props.request.status !== "waiting" || !mayDecide) return <PastRequest {...props} />;
  return props.request.isOwn ? <OwnRequest {...props} /> : <OthersRequest {...props} />;
}

/**
 * Returns mutation options that fetch refunds and payments again after every outcome, even when the dialog was closed.
 */
function useRefetchRefunds() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return {
    onSettled: () => {
      void queries.invalidateQueries(trpc.refund.pathFilter());
      void queries.invalidateQueries(trpc.payment.pathFilter());
    },
  };
}

const refusedFields = { sensitive_data_not_allowed: "note" } as const;

const tones = { approved: "good", pending: "warn", declined: "bad" } as const;

function OthersRequest({ request, onClose }: DecisionProps) {
  const t = useTranslations("panel.refundRequests");
  const trpc = useTRPC();
  const refetchOptions = useRefetchRefunds();
  const amount = displayAmount(request.amount, useLanguage());
  const formId = useId();
  const approval = useMutationWithConfirmation(trpc.refund.approve.mutationOptions(refetchOptions));
  const rejection = useMutationWithConfirmation(trpc.refund.reject.mutationOptions(refetchOptions));
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const outlook = useOutlook(request);
  const { requestId, paymentCode } = request;
  const approve = () => {
    rejection.reset();
    approval.mutate({ requestId }, ({ status, method }) => {
      const sentence =
        status === "approved" ? t(`became.approved.${method}`, { amount }) : t(`became.${status}`, { amount });
      markOpenerRemoved();
      onClose({ tone: tones[status], sentence, paymentCode });
    });
  };
  const { control, submit, failure } = useZodForm(rejectionForm, {
    defaultValues: { requestId, note: null },
    error: rejection.error,
    refusedFields,
  });
  const reject = submit((input) => {
    approval.reset();
    rejection.mutate(input, () => {
      markOpenerRemoved();
      onClose({ tone: "good", sentence: t("became.rejected", { amount }), paymentCode });
    });
  });
  const error = approval.error ?? failure;
  const unanswered = approval.error ? t("unanswered.approval") : t("unanswered.other");
  const isBusy = approval.isBusy || rejection.isBusy;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      finalFocus={finalFocus}
      title={t("decisionTitle", { amount })}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="danger" isBusy={isBusy}>
            {t("reject")}
          </Button>
          {outlook?.method && request.fault === null && (
            <Button tone="primary" isBusy={isBusy} onClick={approve}>
              {t("approve", { amount })}
            </Button>
          )}
        </>
      }
    >
      <RefundFacts request={request} />
      <Outlook request={request} />
      {request.fault && request.fault !== "own_change" && (
        <Notice tone="info" title={t("cannotApprove")}>
          {t(`faults.${request.fault}`)}
        </Notice>
      )}
      <form id={formId} onSubmit={reject} noValidate>
        <FormTextArea control={control} name="note" label={t("rejectNote")} rows={2} maxLength={500} isOptional />
      </form>
      {error ? <DecisionFailure error={error} text={unanswered} /> : null}
      {approval.confirmation}
      {rejection.confirmation}
    </Dialog>
  );
}

function OwnRequest({ request, onClose }: DecisionProps) {
  const t = useTranslations("panel.refundRequests");
  const trpc = useTRPC();
  const amount = displayAmount(request.amount, useLanguage());
  const withdrawal = useMutationWithConfirmation(trpc.refund.withdraw.mutationOptions(useRefetchRefunds()));
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const withdraw = () =>
    withdrawal.mutate({ requestId: request.requestId }, () => {
      markOpenerRemoved();
      const { paymentCode } = request;
      onClose({ tone: "good", sentence: t("became.withdrawn", { amount }), paymentCode });
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={withdrawal.isBusy}
      finalFocus={finalFocus}
      title={t("ownTitle", { amount })}
      description={t("withdrawHelp", { amount })}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" isBusy={withdrawal.isBusy} onClick={withdraw}>
            {t("withdrawNow")}
          </Button>
        </>
      }
    >
      <RefundFacts request={request} />
      {withdrawal.error && <DecisionFailure error={withdrawal.error} text={t("unanswered.other")} />}
      {withdrawal.confirmation}
    </Dialog>
  );
}

/**
 * The notice of a decision that failed.
 * @param text the text for an unknown outcome: the decision may have been carried out
 */
function DecisionFailure({ error, text }: { error: unknown; text: string }) {
  const t = useTranslations("panel.refundRequests");
  return <FailureNotice error={error} title={t("failed")} unanswered={{ title: t("unanswered.title"), text }} />;
}

function PastRequest({ request, onClose }: DecisionProps) {
  const t = useTranslations("panel.refundRequests");
  const amount = displayAmount(request.amount, useLanguage());
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("ofAmount", { what: t("title"), amount })}
      actions={<CloseButton>{t("close")}</CloseButton>}
    >
      <RefundFacts request={request} />
    </Dialog>
  );
}
