"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { explanationInput } from "@/server/domain/bank-days/bank-day-inputs";
import { useFinalFocus } from "../../ui/dialog";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { PayoutDialog } from "../payouts/payout-dialog";
import { useTRPC } from "../trpc";
import type { BankDifference } from "./bank-day-types";
import { useProposalText } from "./proposal";
import { useRefetchBankDays } from "./use-refetch-bank-days";

const refusedFields = { sensitive_data_not_allowed: "explanation" } as const;

interface ExplainDialogProps {
  readonly difference: BankDifference;
  onClose(): void;
}

/** Closes a difference by an explanation, which books nothing. */
export function ExplainDialog({ difference, onClose }: ExplainDialogProps) {
  const t = useTranslations("staff.bankDays");
  const toText = useProposalText();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const explain = useMutation(
    useTRPC().bankDay.explain.mutationOptions({ ...useRefetchBankDays(), onSuccess: markOpenerRemoved }),
  );
  const { control, submit, failure } = useZodForm(explanationInput, {
    defaultValues: { differenceId: difference.differenceId, explanation: "" },
    error: explain.error,
    refusedFields,
  });
  return (
    <PayoutDialog
      title={t("explainTitle")}
      description={
        <>
          <p>{t("explainText")}</p>
          <p className="mt-1">{toText(difference)}</p>
        </>
      }
      saveLabel={t("explainSave")}
      isBusy={explain.isPending}
      failure={failure}
      finalFocus={finalFocus}
      onSubmit={submit((input) => explain.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <FormTextArea
        control={control}
        name="explanation"
        label={t("explanation")}
        hint={t("explanationHint")}
        rows={4}
        maxLength={1000}
        required
      />
    </PayoutDialog>
  );
}
