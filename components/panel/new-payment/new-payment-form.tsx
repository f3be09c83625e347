"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readFailure } from "@/components/ui/read-failure";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { Account, PanelOutputs, Terminal } from "../outputs";
import { useTRPC } from "../trpc";
import { CardFormPost } from "./card-form-post";
import { NewPaymentFields } from "./new-payment-fields";
import { newPaymentWords } from "./new-payment-words";
import { findRefusedField } from "./refused-field";
import { useDraft } from "./use-draft";

interface FormProps {
  readonly account: Account;
  /** The active terminals; there is at least one. */
  readonly terminals: readonly Terminal[];
  readonly suggestedCode: string;
}

export function NewPaymentForm({ account, terminals, suggestedCode }: FormProps) {
  const t = useWords(newPaymentWords);
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
  if (create.data) return <Created payment={create.data} />;
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <NewPaymentFields
        {...{ account, terminals, form }}
        faults={wasSent ? form.faults : []}
        refusal={refusal}
        onChange={(changes) => {
          // A pending request is not reset: its payment would be created without this page noticing.
          if (!create.isPending) create.reset();
          form.change(changes);
        }}
      />
      {create.error && !refusal && <FailureNotice error={create.error} title={t.refused} unanswered={t.unanswered} />}
      <Plan form={form} />
      <div>
        <Submit amountKurus={form.amountKurus} isBusy={create.isPending} />
      </div>
    </form>
  );
}

/** Returns a refusal that concerns one field. Two codes get this screen's own text. */
function useRefusal(error: unknown) {
  const t = useWords(newPaymentWords);
  if (!error) return null;
  const failure = readFailure(error);
  const refusal = findRefusedField(failure);
  if (failure.code === "duplicate_partner_tx_code") return refusal && { ...refusal, message: t.duplicate };
  if (failure.code === "sensitive_data_not_allowed") return refusal && { ...refusal, message: t.sensitive };
  return refusal;
}

function Submit({ amountKurus, isBusy }: { amountKurus: bigint | null; isBusy: boolean }) {
  const t = useWords(newPaymentWords);
  const language = useLanguage();
  return (
    <Button type="submit" tone="primary" isBusy={isBusy} className="max-sm:w-full">
      {amountKurus === null ? t.goWithout : t.go(displayAmount(amountKurus, language))}
    </Button>
  );
}

/** Explains before the submission what will be charged. */
function Plan({ form: { amountKurus, installment, terminal } }: { form: ReturnType<typeof useDraft> }) {
  const t = useWords(newPaymentWords);
  const language = useLanguage();
  if (amountKurus === null || !terminal) return null;
  const count = installment ?? 1;
  const plan = {
    amount: displayAmount(amountKurus, language),
    how: count === 1 ? t.single : t.inInstallments(count),
    minutes: terminal.validityMinutes,
  };
  return <Notice tone="info">{t.willHappen(plan)}</Notice>;
}

/** Opens the card page. If the same payment was created before and has ended, it links to that payment instead. */
function Created({ payment }: { payment: PanelOutputs["newPayment"]["create"] }) {
  const t = useWords(newPaymentWords);
  if (payment.status === "initiated") return <CardFormPost {...payment} />;
  return (
    <Notice tone="warn" title={t.exists} isUrgent>
      <p className="mb-3">{t.existsHelp}</p>
      <ButtonLink href={`/panel/payments/${payment.paymentCode}`}>{t.toPayment}</ButtonLink>
    </Notice>
  );
}
