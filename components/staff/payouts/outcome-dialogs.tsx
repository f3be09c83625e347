"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { payoutFailedInput, payoutFailures, payoutPaidInput } from "@/server/domain/payouts/payout-inputs";
import { useFinalFocus } from "../../ui/dialog";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { useTRPC } from "../trpc";
import { PayoutDialog } from "./payout-dialog";
import type { PayoutDetail } from "./payout-types";
import { useRefetchPayouts } from "./use-refetch-payouts";

interface OutcomeDialogProps {
  readonly payout: Pick<PayoutDetail, "payoutId" | "amountKurus">;
  onClose(): void;
}

const paidRefusals = { sensitive_data_not_allowed: "bankReference" } as const;

/** Records that the account has received the money, with the bank's reference. */
export function PaidDialog({ payout: { payoutId, amountKurus }, onClose }: OutcomeDialogProps) {
  const t = useTranslations("staff.payout");
  const language = useLanguage();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const record = useMutation(
    useTRPC().payout.recordPaid.mutationOptions({ ...useRefetchPayouts(), onSuccess: markOpenerRemoved }),
  );
  const { control, submit, failure } = useZodForm(payoutPaidInput, {
    defaultValues: { payoutId, bankReference: "" },
    error: record.error,
    refusedFields: paidRefusals,
  });
  return (
    <PayoutDialog
      title={t("paid.title")}
      description={t("paid.text", { amount: displayAmount(amountKurus, language) })}
      saveLabel={t("paid.save")}
      isBusy={record.isPending}
      failure={failure}
      finalFocus={finalFocus}
      onSubmit={submit((input) => record.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="bankReference"
        label={t("bankReference")}
        hint={t("paid.hint")}
        maxLength={64}
        autoComplete="off"
        required
      />
    </PayoutDialog>
  );
}

/** Records that the money has not reached the account, and why. */
export function FailedDialog({ payout: { payoutId, amountKurus }, onClose }: OutcomeDialogProps) {
  const t = useTranslations("staff.payout");
  const language = useLanguage();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const record = useMutation(
    useTRPC().payout.recordFailed.mutationOptions({ ...useRefetchPayouts(), onSuccess: markOpenerRemoved }),
  );
  const { control, submit, failure } = useZodForm(payoutFailedInput, {
    defaultValues: { payoutId, failure: payoutFailures[0] },
    error: record.error,
  });
  return (
    <PayoutDialog
      title={t("failed.title")}
      description={t("failed.text", { amount: displayAmount(amountKurus, language) })}
      saveLabel={t("failed.save")}
      tone="danger"
      isBusy={record.isPending}
      failure={failure}
      finalFocus={finalFocus}
      onSubmit={submit((input) => record.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <FormSelect control={control} name="failure" label={t("failure")}>
        {payoutFailures.map((value) => (
          <option key={value} value={value}>
            {t(`failures.${value}`)}
          </option>
        ))}
      </FormSelect>
    </PayoutDialog>
  );
}
