"use client";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { displayAmount, isPaymentAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { Account, PanelOutputs, Terminal } from "../outputs";
import { useTRPC } from "../trpc";
import { CardFormPost } from "./card-form-post";
import { NewPaymentFields } from "./new-payment-fields";
import { type PaymentForm, usePaymentForm } from "./use-payment-form";

interface FormProps {
  readonly account: Account;
  /** The active terminals; there is at least one. */
  readonly terminals: readonly Terminal[];
  readonly suggestedCode: string;
}

export function NewPaymentForm({ account, terminals, suggestedCode }: FormProps) {
  const t = useTranslations("panel.newPayment");
  const trpc = useTRPC();
  const create = useMutation(trpc.newPayment.create.mutationOptions());
  const form = usePaymentForm(account, terminals, { suggestedCode, error: create.error });
  const { control, submit, failure } = form;
  if (create.data) return <Created payment={create.data} />;
  return (
    <form className="flex flex-col gap-4" onSubmit={submit((order) => create.mutateAsync(order))} noValidate>
      <NewPaymentFields {...{ account, terminals, form }} />
      {failure ? (
        <FailureNotice
          error={failure}
          title={t("refused")}
          unanswered={{ title: t("unanswered.title"), text: t("unanswered.text") }}
        />
      ) : null}
      <Plan control={control} terminals={terminals} />
      <div>
        <Submit control={control} isBusy={create.isPending} />
      </div>
    </form>
  );
}

type WithControl = Pick<PaymentForm, "control">;

function Submit({ control, isBusy }: WithControl & { isBusy: boolean }) {
  const t = useTranslations("panel.newPayment");
  const language = useLanguage();
  const amountKurus = useWatch({ control, name: "amount" });
  return (
    <Button type="submit" tone="primary" isBusy={isBusy} className="max-sm:w-full">
      {isPaymentAmount(amountKurus) ? t("go", { amount: displayAmount(amountKurus, language) }) : t("goWithout")}
    </Button>
  );
}

/** Explains before the submission what will be charged. */
function Plan({ control, terminals }: WithControl & Pick<FormProps, "terminals">) {
  const t = useTranslations("panel.newPayment");
  const language = useLanguage();
  const [amountKurus, terminalId, count] = useWatch({ control, name: ["amount", "terminalId", "installment"] });
  const terminal = terminals.find((one) => one.terminalId === terminalId);
  if (!isPaymentAmount(amountKurus) || !terminal) return null;
  const plan = { amount: displayAmount(amountKurus, language), count, minutes: terminal.validityMinutes };
  return <Notice tone="info">{t("willHappen", plan)}</Notice>;
}

/** Opens the card page. If the same payment was created before and has ended, it links to that payment instead. */
function Created({ payment }: { payment: PanelOutputs["newPayment"]["create"] }) {
  const t = useTranslations("panel.newPayment");
  if (payment.status === "initiated") return <CardFormPost {...payment} />;
  return (
    <Notice tone="warn" title={t("exists")} isUrgent>
      <p className="mb-3">{t("existsHelp")}</p>
      <ButtonLink href={`/panel/payments/${payment.paymentCode}`}>{t("toPayment")}</ButtonLink>
    </Notice>
  );
}
