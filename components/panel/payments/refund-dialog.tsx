"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { needsSecondPerson } from "@/server/domain/refund-approval";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import type { Payment } from "./payment-type";
import { RefundOutcome } from "./refund-outcome";
import { outlookOf } from "./refund-outlook";
import { refundWords } from "./refund-words";

/** Says what will happen, to whom, until when; then does it, once; then says what happened. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const cache = useQueryClient();
  // What was possible when it was opened: what comes of it must not change the words below one's hand.
  const [{ outlook, remaining }] = useState(() => ({
    outlook: outlookOf(payment),
    remaining: payment.refund.remainingAmount,
  }));
  const refund = useAct(
    trpc.refund.start.mutationOptions({
      onSettled: () =>
        Promise.all([
          cache.invalidateQueries(trpc.payment.pathFilter()),
          cache.invalidateQueries(trpc.refund.pathFilter()),
        ]),
    }),
  );
  const [asked, setAsked] = useState(remaining);
  if (refund.result) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
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
      <Dialog isOpen onClose={onClose} title={said.title[outlook.method]}>
        <RefundForm
          payment={payment}
          outlook={outlook}
          remaining={remaining}
          isBusy={refund.isBusy}
          onCancel={onClose}
          onSubmit={(amount, reason) => {
            setAsked(amount);
            // The whole is sent as such: what is left is the server's to know.
            refund.act({
              ...{ paymentCode: payment.paymentCode, amount: amount === remaining ? null : amount },
              ...{ method: "auto", reason },
            });
          }}
        />
        {refund.error && <FailureNotice error={refund.error} title={said.failed} />}
      </Dialog>
      {refund.confirmation}
    </>
  );
}

interface RefundFormProps {
  readonly payment: Payment;
  readonly outlook: ReturnType<typeof outlookOf>;
  readonly remaining: bigint;
  readonly isBusy: boolean;
  onCancel(): void;
  onSubmit(amount: bigint, reason: string | null): void;
}

function RefundForm({ payment, outlook, remaining, isBusy, onCancel, onSubmit }: RefundFormProps) {
  const said = useWords(refundWords);
  const language = useLanguage();
  const [amount, setAmount] = useState<bigint | null>(remaining);
  const needsApproval = useApprovalAbove(payment.refund.refundedAmount, amount ?? 0n);
  const { method, partial } = outlook;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason")).trim() || null;
    if (amount !== null && amount <= remaining && !isBusy) onSubmit(amount, reason);
  };
  const shown = displayAmount(amount ?? 0n, language);
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <Outlook payment={payment} outlook={outlook} />
      <AmountField
        label={said.amount}
        initial={remaining}
        disabled={partial.kind !== "possible"}
        hint={partialHint(said, partial, displayAmount(remaining, language), language)}
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
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onCancel}>{said.cancel}</Button>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {isBusy ? said.sending : needsApproval !== null ? said.ask(shown) : said.confirm[method](shown)}
        </Button>
      </div>
    </form>
  );
}

/** What will happen, what the buyer will see of it, and what becomes of the commission. */
function Outlook({
  payment,
  outlook: { method, until, isVoidOnly },
}: Pick<RefundFormProps, "payment" | "outlook">) {
  const said = useWords(refundWords);
  const language = useLanguage();
  const commission = payment.commission?.amount ?? 0n;
  const end = momentText(until, language);
  const now =
    method === "credit" ? said.now.credit : isVoidOnly ? said.now.voidOnly(end) : said.now.void(end);
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>{now}</li>
      <li>{said.buyer[method]}</li>
      {commission > 0n && <li>{said.commission[method](displayAmount(commission, language))}</li>}
    </ul>
  );
}

type Said = (typeof refundWords)["tr"];
type Partial = ReturnType<typeof outlookOf>["partial"];

function partialHint(said: Said, partial: Partial, remaining: string, language: "tr" | "en"): string {
  if (partial.kind === "possible") return said.upTo(remaining);
  return partial.kind === "from" ? said.wholeOnly(momentText(partial.at, language)) : said.wholeEver;
}

function amountError(said: Said, amount: bigint | null, remaining: bigint, language: "tr" | "en") {
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
