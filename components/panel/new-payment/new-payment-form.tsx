"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { failureOf } from "../../ui/failure-of";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { Account, PanelOutputs, Terminal } from "../outputs";
import { useTRPC } from "../trpc";
import { CardFormPost } from "./card-form-post";
import { NewPaymentFields } from "./new-payment-fields";
import { newPaymentWords } from "./new-payment-words";
import { refusedField } from "./refused-field";
import { useDraft } from "./use-draft";

interface FormProps {
  readonly account: Account;
  /** Active ones, at least one. */
  readonly terminals: readonly Terminal[];
  readonly suggestedCode: string;
}

export function NewPaymentForm({ account, terminals, suggestedCode }: FormProps) {
  const said = useWords(newPaymentWords);
  const trpc = useTRPC();
  const form = useDraft(account, terminals, suggestedCode);
  const [wasSent, setSent] = useState(false);
  const create = useMutation(trpc.newPayment.create.mutationOptions());
  const refusal = useRefusal(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const { draft, amountKurus, installment, faults } = form;
    if (faults.length > 0 || amountKurus === null) return;
    const { terminalId, partnerTxCode } = draft;
    const description = draft.description.trim() === "" ? null : draft.description;
    const order = { terminalId, partnerTxCode, description, installment: installment ?? 1 };
    create.mutate({ ...order, amount: amountKurus });
  };
  if (create.data) return <Created made={create.data} />;
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <NewPaymentFields
        {...{ account, terminals, form }}
        faults={wasSent ? form.faults : []}
        refusal={refusal}
        onChange={(changes) => {
          // What is being sent is not forgotten: its payment would exist, and this page not know of it.
          if (!create.isPending) create.reset();
          form.change(changes);
        }}
      />
      {create.error && !refusal && (
        <FailureNotice error={create.error} title={said.refused} unanswered={said.unanswered} />
      )}
      <Plan form={form} />
      <div>
        <Submit amountKurus={form.amountKurus} isBusy={create.isPending} />
      </div>
    </form>
  );
}

/** A refusal that is about one field; the code's and the description's in this screen's own words. */
function useRefusal(error: unknown) {
  const said = useWords(newPaymentWords);
  if (!error) return null;
  const failure = failureOf(error);
  const refusal = refusedField(failure);
  if (failure.code === "duplicate_partner_tx_code") return refusal && { ...refusal, message: said.duplicate };
  if (failure.code === "sensitive_data_not_allowed")
    return refusal && { ...refusal, message: said.sensitive };
  return refusal;
}

function Submit({ amountKurus, isBusy }: { amountKurus: bigint | null; isBusy: boolean }) {
  const said = useWords(newPaymentWords);
  const language = useLanguage();
  return (
    <Button type="submit" tone="primary" isBusy={isBusy} className="max-sm:w-full">
      {amountKurus === null ? said.goWithout : said.go(displayAmount(amountKurus, language))}
    </Button>
  );
}

/** What will happen, with the amount, before it does. */
function Plan({ form: { amountKurus, installment, terminal } }: { form: ReturnType<typeof useDraft> }) {
  const said = useWords(newPaymentWords);
  const language = useLanguage();
  if (amountKurus === null || !terminal) return null;
  const count = installment ?? 1;
  const plan = {
    amount: displayAmount(amountKurus, language),
    how: count === 1 ? said.single : said.inInstallments(count),
    minutes: terminal.validityMinutes,
  };
  return <Notice tone="info">{said.willHappen(plan)}</Notice>;
}

/** To the card, or, where the same payment was made before and is over, to that one. */
function Created({ made }: { made: PanelOutputs["newPayment"]["create"] }) {
  const said = useWords(newPaymentWords);
  if (made.status === "initiated") return <CardFormPost {...made} />;
  return (
    <Notice tone="warn" title={said.exists} isUrgent>
      <p className="mb-3">{said.existsHelp}</p>
      <ButtonLink href={`/panel/payments/${made.paymentCode}`}>{said.toPayment}</ButtonLink>
    </Notice>
  );
}
