"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { TextArea } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { Outlook, RefundFacts, useOutlook } from "./refund-facts";
import type { DecisionResult, RefundRequest } from "./refund-request";
import { refundWords } from "./refund-words";

interface DecisionProps {
  readonly request: RefundRequest;
  /** @param done the result, when the request was decided */
  onClose(done?: DecisionResult): void;
}

/** One refund request: it can be decided by others, withdrawn by its requester, or only viewed once it is closed. */
export function RefundDecision(props: DecisionProps) {
  if (props.request.status !== "waiting") return <PastRequest {...props} />;
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

const tones = { approved: "good", pending: "warn", declined: "bad" } as const;

function OthersRequest({ request, onClose }: DecisionProps) {
  const t = useWords(refundWords);
  const trpc = useTRPC();
  const refetchOptions = useRefetchRefunds();
  const amount = displayAmount(request.amount, useLanguage());
  const [note, setNote] = useState("");
  const approval = useMutationWithConfirmation(trpc.refund.approve.mutationOptions(refetchOptions));
  const rejection = useMutationWithConfirmation(trpc.refund.reject.mutationOptions(refetchOptions));
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const outlook = useOutlook(request);
  const { requestId, paymentCode } = request;
  const approve = () => {
    rejection.reset();
    approval.mutate({ requestId }, ({ status, method }) => {
      const formatSentence = status === "approved" ? t.became.approved[method] : t.became[status];
      markOpenerRemoved();
      onClose({ tone: tones[status], sentence: formatSentence(amount), paymentCode });
    });
  };
  const reject = () => {
    approval.reset();
    rejection.mutate({ requestId, note: note.trim() || null }, () => {
      markOpenerRemoved();
      onClose({ tone: "good", sentence: t.became.rejected(amount), paymentCode });
    });
  };
  const error = approval.error ?? rejection.error;
  const unanswered = approval.error ? t.unanswered.approval : t.unanswered.other;
  const isBusy = approval.isBusy || rejection.isBusy;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      finalFocus={finalFocus}
      title={t.decisionTitle(amount)}
      actions={
        <>
          <CloseButton>{t.cancel}</CloseButton>
          <Button tone="danger" isBusy={isBusy} onClick={reject}>
            {t.reject}
          </Button>
          {outlook?.method && (
            <Button tone="primary" isBusy={isBusy} onClick={approve}>
              {t.approve(amount)}
            </Button>
          )}
        </>
      }
    >
      <RefundFacts request={request} />
      <Outlook request={request} />
      <TextArea
        label={t.rejectNote}
        rows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {error && <DecisionFailure error={error} text={unanswered} />}
      {approval.confirmation}
      {rejection.confirmation}
    </Dialog>
  );
}

function OwnRequest({ request, onClose }: DecisionProps) {
  const t = useWords(refundWords);
  const trpc = useTRPC();
  const amount = displayAmount(request.amount, useLanguage());
  const withdrawal = useMutationWithConfirmation(trpc.refund.withdraw.mutationOptions(useRefetchRefunds()));
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const withdraw = () =>
    withdrawal.mutate({ requestId: request.requestId }, () => {
      markOpenerRemoved();
      const { paymentCode } = request;
      onClose({ tone: "good", sentence: t.became.withdrawn(amount), paymentCode });
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={withdrawal.isBusy}
      finalFocus={finalFocus}
      title={t.ownTitle(amount)}
      description={t.withdrawHelp(amount)}
      actions={
        <>
          <CloseButton>{t.cancel}</CloseButton>
          <Button tone="danger" isBusy={withdrawal.isBusy} onClick={withdraw}>
            {t.withdrawNow}
          </Button>
        </>
      }
    >
      <RefundFacts request={request} />
      {withdrawal.error && <DecisionFailure error={withdrawal.error} text={t.unanswered.other} />}
      {withdrawal.confirmation}
    </Dialog>
  );
}

/**
 * The notice of a decision that failed.
 * @param text the text for an unknown outcome: the decision may have been carried out
 */
function DecisionFailure({ error, text }: { error: unknown; text: string }) {
  const { failed, unanswered } = useWords(refundWords);
  return <FailureNotice error={error} title={failed} unanswered={{ title: unanswered.title, text }} />;
}

function PastRequest({ request, onClose }: DecisionProps) {
  const t = useWords(refundWords);
  const amount = displayAmount(request.amount, useLanguage());
  return (
    <Dialog isOpen onClose={onClose} title={t.ofAmount(t.title, amount)} actions={<CloseButton>{t.close}</CloseButton>}>
      <RefundFacts request={request} />
    </Dialog>
  );
}
