"use client";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { displayAmount, isPaymentAmount } from "@/server/domain/money";
import { toBounds } from "@/server/domain/payments/new-payment";
import { amountText } from "../../ui/amount-text";
import { Button } from "../../ui/button";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormAmount, FormText, FormTextArea } from "../../ui/form/text-fields";
import { useLanguage } from "../../ui/language";
import type { Account, Terminal } from "../outputs";
import { suggestOrderCode } from "./order-code";
import { findInstallment, isReady, type PaymentForm } from "./use-payment-form";

interface FieldsProps {
  readonly account: Account;
  readonly terminals: readonly Terminal[];
  readonly form: PaymentForm;
}

/** The fields of a new payment. */
export function NewPaymentFields({ account, terminals, form }: FieldsProps) {
  const t = useTranslations("panel.newPayment");
  return (
    <>
      <AmountField account={account} form={form} />
      <TerminalFields terminals={terminals} form={form} />
      <CodeField form={form} />
      <FormTextArea
        control={form.control}
        name="description"
        label={t("description")}
        hint={t("descriptionHint")}
        sentences={{ sensitive: t("sensitive"), sensitive_data_not_allowed: t("sensitive") }}
        maxLength={1024}
        autoComplete="off"
        isOptional
        keepsBlanks
      />
    </>
  );
}

function AmountField({ account, form: { control } }: Pick<FieldsProps, "account" | "form">) {
  const t = useTranslations("panel.newPayment");
  const language = useLanguage();
  const amountKurus = useWatch({ control, name: "amount" });
  const { minKurus, maxKurus } = toBounds(account);
  const bounds = { min: displayAmount(minKurus, language), max: displayAmount(maxKurus, language) };
  const hasLimits = account.minAmountKurus !== null || account.maxAmountKurus !== null;
  return (
    <FormAmount
      control={control}
      name="amount"
      label={t("amount")}
      hint={hasLimits ? t("amountHint", bounds) : undefined}
      sentences={isPaymentAmount(amountKurus) ? t("amountOutside", bounds) : t("amountBad")}
      required
      placeholder={amountText(0n, language)}
    />
  );
}

function TerminalFields({ terminals, form: { control, set } }: Pick<FieldsProps, "terminals" | "form">) {
  const t = useTranslations("panel.newPayment");
  const counts = useTranslations("shared.installments");
  const [terminalId, installment] = useWatch({ control, name: ["terminalId", "installment"] });
  const find = (id: string) => terminals.find((terminal) => terminal.terminalId === id);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormSelect
        control={control}
        name="terminalId"
        label={t("terminal")}
        onChosen={(id) => set("installment", findInstallment(find(id), installment))}
      >
        {terminals.map((terminal) => (
          <option key={terminal.terminalId} value={terminal.terminalId} disabled={!isReady(terminal)}>
            {`${terminal.name} · ${isReady(terminal) ? terminal.acquirerBank : t("notReady")}`}
          </option>
        ))}
      </FormSelect>
      <FormSelect control={control} name="installment" label={t("installment")} hint={t("installmentHint")}>
        {find(terminalId)?.effectiveCounts.map((count) => (
          <option key={count} value={count}>
            {counts("count", { count })}
          </option>
        ))}
      </FormSelect>
    </div>
  );
}

function CodeField({ form: { control, set } }: Pick<FieldsProps, "form">) {
  const t = useTranslations("panel.newPayment");
  return (
    <div className="flex items-start gap-2 max-sm:flex-col">
      <FormText
        control={control}
        name="partnerTxCode"
        label={t("code")}
        hint={t("codeHint")}
        sentences={{ blank: t("codeBlank"), duplicate_partner_tx_code: t("duplicate") }}
        className="w-full"
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        required
        keepsBlanks
      />
      <Button className="shrink-0 sm:mt-6.5" onClick={() => set("partnerTxCode", suggestOrderCode())}>
        {t("suggest")}
      </Button>
    </div>
  );
}
