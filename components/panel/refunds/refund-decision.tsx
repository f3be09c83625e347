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
import { useAct } from "../use-act";
import { Outlook, RefundFacts, useOutlook } from "./refund-facts";
import type { Became, RefundRequest } from "./refund-request";
import { refundWords } from "./refund-words";

interface DecisionProps {
  readonly request: RefundRequest;
  /** @param done what became of the request, where somebody decided */
  onClose(done?: Became): void;
}

/** One request: to decide on, to take back by who asked, or to look at. */
export function RefundDecision(props: DecisionProps) {
  if (props.request.status !== "waiting") return <PastRequest {...props} />;
  return props.request.isOwn ? <OwnRequest {...props} /> : <OthersRequest {...props} />;
}

/** Every list of requests is read again, and payments with them, whatever became of it and of the window. */
function useReadAgain() {
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
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const readAgain = useReadAgain();
  const amount = displayAmount(request.amount, useLanguage());
  const [note, setNote] = useState("");
  const approval = useAct(trpc.refund.approve.mutationOptions(readAgain));
  const rejection = useAct(trpc.refund.reject.mutationOptions(readAgain));
  const { finalFocus, openerGoes } = useFinalFocus();
  const outlook = useOutlook(request);
  const { requestId, paymentCode } = request;
  const approve = () => {
    rejection.reset();
    approval.act({ requestId }, ({ status, method }) => {
      const say = status === "approved" ? said.became.approved[method] : said.became[status];
      openerGoes();
      onClose({ tone: tones[status], sentence: say(amount), paymentCode });
    });
  };
  const reject = () => {
    approval.reset();
    rejection.act({ requestId, note: note.trim() || null }, () => {
      openerGoes();
      onClose({ tone: "good", sentence: said.became.rejected(amount), paymentCode });
    });
  };
  const error = approval.error ?? rejection.error;
  const unanswered = approval.error ? said.unanswered.approval : said.unanswered.other;
  const isBusy = approval.isBusy || rejection.isBusy;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      finalFocus={finalFocus}
      title={said.decisionTitle(amount)}
      actions={
        <>
          <CloseButton>{said.cancel}</CloseButton>
          <Button tone="danger" isBusy={isBusy} onClick={reject}>
            {said.reject}
          </Button>
          {outlook?.method && (
            <Button tone="primary" isBusy={isBusy} onClick={approve}>
              {said.approve(amount)}
            </Button>
          )}
        </>
      }
    >
      <RefundFacts request={request} />
      <Outlook request={request} />
      <TextArea
        label={said.rejectNote}
        rows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {error && <Undecided error={error} text={unanswered} />}
      {approval.confirmation}
      {rejection.confirmation}
    </Dialog>
  );
}

function OwnRequest({ request, onClose }: DecisionProps) {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const amount = displayAmount(request.amount, useLanguage());
  const withdrawal = useAct(trpc.refund.withdraw.mutationOptions(useReadAgain()));
  const { finalFocus, openerGoes } = useFinalFocus();
  const withdraw = () =>
    withdrawal.act({ requestId: request.requestId }, () => {
      openerGoes();
      const { paymentCode } = request;
      onClose({ tone: "good", sentence: said.became.withdrawn(amount), paymentCode });
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={withdrawal.isBusy}
      finalFocus={finalFocus}
      title={said.ownTitle(amount)}
      description={said.withdrawHelp(amount)}
      actions={
        <>
          <CloseButton>{said.cancel}</CloseButton>
          <Button tone="danger" isBusy={withdrawal.isBusy} onClick={withdraw}>
            {said.withdrawNow}
          </Button>
        </>
      }
    >
      <RefundFacts request={request} />
      {withdrawal.error && <Undecided error={withdrawal.error} text={said.unanswered.other} />}
      {withdrawal.confirmation}
    </Dialog>
  );
}

/** @param text of a decision that may have been carried out, since no answer came */
function Undecided({ error, text }: { error: unknown; text: string }) {
  const { failed, unanswered } = useWords(refundWords);
  return <FailureNotice error={error} title={failed} unanswered={{ title: unanswered.title, text }} />;
}

function PastRequest({ request, onClose }: DecisionProps) {
  const said = useWords(refundWords);
  const amount = displayAmount(request.amount, useLanguage());
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.ofAmount(said.title, amount)}
      actions={<CloseButton>{said.close}</CloseButton>}
    >
      <RefundFacts request={request} />
    </Dialog>
  );
}
