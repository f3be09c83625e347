"use client";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { soloLimitKurus } from "@/server/domain/partners/limits";
import { partnerLimitsForm } from "@/server/domain/partners/settings-inputs";
import { FormCheck } from "../../ui/form/choice-fields";
import { FormAmount } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import type { PartnerTermsOutput } from "../partner-types";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";
import { ReasonField } from "./reason-field";

interface LimitsDialogProps {
  readonly partnerId: string;
  readonly terms: PartnerTermsOutput;
  /** @param changeId the proposal where a second person has to approve; null where the limits count at once */
  onClose(changeId: string | null): void;
}

/** Changes the account's limits of one payment. */
export function LimitsDialog({ partnerId, terms, onClose }: LimitsDialogProps) {
  const t = useTranslations("staff.merchant.settings");
  const language = useLanguage();
  const { revision, minAmount, maxAmount } = terms;
  const change = useMutation(useTRPC().partner.setLimits.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(partnerLimitsForm, {
    defaultValues: { reason: "", hasMin: minAmount !== null, minAmount, hasMax: maxAmount !== null, maxAmount },
    error: change.error,
  });
  const [hasMin, hasMax] = useWatch({ control, name: ["hasMin", "hasMax"] });
  return (
    <ChangeDialog
      title={t("limits")}
      description={t("limitsText", { bound: displayAmount(soloLimitKurus, language) })}
      saveLabel={t("save")}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) =>
        change.mutateAsync({ partnerId, revision, ...input }).then(({ changeId }) => onClose(changeId)),
      )}
      onClose={() => onClose(null)}
    >
      <FormCheck control={control} name="hasMin" label={t("hasMin")} />
      {hasMin && <FormAmount control={control} name="minAmount" label={t("minAmount")} sentences={t("amountWrong")} />}
      <FormCheck control={control} name="hasMax" label={t("hasMax")} />
      {hasMax && (
        <FormAmount
          control={control}
          name="maxAmount"
          label={t("maxAmount")}
          sentences={{ amounts_reversed: t("reversed"), integer_between: t("amountWrong") }}
        />
      )}
      <ReasonField control={control} name="reason" />
    </ChangeDialog>
  );
}
