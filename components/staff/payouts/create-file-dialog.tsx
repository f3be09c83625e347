"use client";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { bankFileFormats } from "@/server/domain/payouts/bank-file";
import { payoutFileInput } from "@/server/domain/payouts/payout-inputs";
import { FormSelect } from "../../ui/form/choice-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { readFailure } from "../../ui/read-failure";
import { useTRPC } from "../trpc";
import { PayoutDialog } from "./payout-dialog";
import { useRefetchPayouts } from "./use-refetch-payouts";

interface CreateFileDialogProps {
  /** @param count the number of payouts in the new file; null where none was made */
  onClose(count: number | null): void;
}

/** Makes a file for the bank of the approved payouts that are in none yet. */
export function CreateFileDialog({ onClose }: CreateFileDialogProps) {
  const t = useTranslations("staff.payouts.files");
  const creation = useMutation(useTRPC().payout.createFile.mutationOptions(useRefetchPayouts()));
  const { control, submit, failure } = useZodForm(payoutFileInput, {
    defaultValues: { format: "csv" },
    error: creation.error,
  });
  const format = useWatch({ control, name: "format" });
  // The general sentence of this code speaks of one payout.
  const hasNothing = readFailure(creation.error).code === "payout_moved";
  return (
    <PayoutDialog
      title={t("createTitle")}
      description={t("createText")}
      saveLabel={t("create")}
      isBusy={creation.isPending}
      failure={hasNothing ? null : failure}
      onSubmit={submit((input) => creation.mutateAsync(input).then(({ count }) => onClose(count)))}
      onClose={() => onClose(null)}
    >
      <FormSelect control={control} name="format" label={t("format")} hint={t(`formatHints.${format}`)}>
        {bankFileFormats.map((value) => (
          <option key={value} value={value}>
            {t(`formats.${value}`)}
          </option>
        ))}
      </FormSelect>
      {hasNothing && (
        <Notice tone="warn" isUrgent>
          {t("nothing")}
        </Notice>
      )}
    </PayoutDialog>
  );
}
