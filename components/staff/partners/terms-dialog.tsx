"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { partnerTermsForm } from "@/server/domain/partners/settings-inputs";
import { FormCheck } from "../../ui/form/choice-fields";
import { FormText, FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { PartnerTermsOutput } from "../partner-types";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";
import { ReasonField } from "./reason-field";

interface TermsDialogProps {
  readonly partnerId: string;
  readonly terms: PartnerTermsOutput;
  onClose(): void;
}

const budgets = ["paymentsPerKey", "linkWritesPerKey", "linkReadsPerKey"] as const;

/** Changes what an account may do, apart from its amounts. */
export function TermsDialog({ partnerId, terms, onClose }: TermsDialogProps) {
  const t = useTranslations("staff.merchant.settings");
  const change = useMutation(useTRPC().partner.setTerms.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(partnerTermsForm, {
    defaultValues: toTyped(terms),
    error: change.error,
  });
  const { revision } = terms;
  return (
    <ChangeDialog
      title={t("changeTerms")}
      description={t("termsText")}
      saveLabel={t("save")}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) => change.mutateAsync({ partnerId, revision, ...input }).then(onClose))}
      onClose={onClose}
    >
      <FormCheck control={control} name="paymentLinksEnabled" label={t("linksOn")} />
      <FormTextArea
        control={control}
        name="allowedHosts"
        label={t("hosts")}
        hint={t("hostsHint")}
        sentences={t("hostsWrong")}
      />
      <FormText
        control={control}
        name="installmentCounts"
        label={t("counts")}
        hint={t("countsHint")}
        sentences={t("countsWrong")}
      />
      <FormCheck
        control={control}
        name="surchargeWarning"
        label={t("surchargeWarningOn")}
        hint={t("surchargeWarningHint")}
      />
      <FormText
        control={control}
        name="cardAttemptLimit"
        label={t("attempts")}
        sentences={t("attemptsWrong")}
        inputMode="numeric"
        maxLength={3}
      />
      {budgets.map((name) => (
        <FormText
          key={name}
          control={control}
          name={name}
          label={t(name)}
          hint={t("budgetHint")}
          sentences={t("budgetWrong")}
          inputMode="numeric"
          maxLength={7}
          isOptional
        />
      ))}
      <ReasonField control={control} name="reason" />
    </ChangeDialog>
  );
}

/** Returns the terms as they are typed, without a reason. */
const toTyped = (terms: PartnerTermsOutput) => ({
  reason: "",
  paymentLinksEnabled: terms.paymentLinksEnabled,
  allowedHosts: terms.allowedHosts.join("\n"),
  cardAttemptLimit: String(terms.cardAttemptLimit),
  installmentCounts: terms.installmentCounts.join(", "),
  surchargeWarning: terms.surchargeWarning,
  paymentsPerKey: toText(terms.paymentsPerKey),
  linkWritesPerKey: toText(terms.linkWritesPerKey),
  linkReadsPerKey: toText(terms.linkReadsPerKey),
});

const toText = (budget: number | null): string | null => (budget === null ? null : String(budget));
