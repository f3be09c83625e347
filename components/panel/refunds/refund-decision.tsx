"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { TextArea } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { Outlook, RefundFacts } from "./refund-facts";
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

/** Every list of requests is read again; payments have changed as well. */
function useRefreshed() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries(trpc.refund.pathFilter()),
      queries.invalidateQueries(trpc.payment.pathFilter()),
    ]);
}

const tones = { approved: "good", pending: "warn", declined: "bad" } as const;

function OthersRequest({ request, onClose }: DecisionProps) {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const refresh = useRefreshed();
  const amount = displayAmount(request.amount, useLanguage());
  const [note, setNote] = useState("");
  const approval = useAct(trpc.refund.approve.mutationOptions());
  const rejection = useAct(trpc.refund.reject.mutationOptions());
  const { requestId, paymentCode } = request;
  const approve = () => {
    rejection.reset();
    approval.act({ requestId }, async ({ status }) => {
      await refresh();
      onClose({ tone: tones[status], sentence: said.became[status](amount), paymentCode });
    });
  };
  const reject = () => {
    approval.reset();
    rejection.act({ requestId, note: note.trim() || null }, async () => {
      await refresh();
      onClose({ tone: "good", sentence: said.became.rejected(amount), paymentCode });
    });
  };
  const error = approval.error ?? rejection.error;
  const isBusy = approval.isBusy || rejection.isBusy;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.decisionTitle(amount)}
      actions={
        <>
          <Button onClick={() => onClose()}>{said.cancel}</Button>
          <Button tone="danger" isBusy={isBusy} onClick={reject}>
            {said.reject}
          </Button>
          {request.outlook?.method && (
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
      {error && <FailureNotice error={error} title={said.failed} />}
      {approval.confirmation}
      {rejection.confirmation}
    </Dialog>
  );
}

function OwnRequest({ request, onClose }: DecisionProps) {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const refresh = useRefreshed();
  const amount = displayAmount(request.amount, useLanguage());
  const withdrawal = useAct(trpc.refund.withdraw.mutationOptions());
  const withdraw = () =>
    withdrawal.act({ requestId: request.requestId }, async () => {
      await refresh();
      const { paymentCode } = request;
      onClose({ tone: "good", sentence: said.became.withdrawn(amount), paymentCode });
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.ownTitle(amount)}
      description={said.withdrawHelp(amount)}
      actions={
        <>
          <Button onClick={() => onClose()}>{said.cancel}</Button>
          <Button tone="danger" isBusy={withdrawal.isBusy} onClick={withdraw}>
            {said.withdrawNow}
          </Button>
        </>
      }
    >
      <RefundFacts request={request} />
      {withdrawal.error && <FailureNotice error={withdrawal.error} title={said.failed} />}
      {withdrawal.confirmation}
    </Dialog>
  );
}

function PastRequest({ request, onClose }: DecisionProps) {
  const said = useWords(refundWords);
  const amount = displayAmount(request.amount, useLanguage());
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.ofAmount(said.title, amount)}
      actions={<Button onClick={() => onClose()}>{said.close}</Button>}
    >
      <RefundFacts request={request} />
    </Dialog>
  );
}
