"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { payoutHoldInput, payoutMinimumBounds, payoutMinimumInput } from "@/server/domain/payouts/payout-inputs";
import { FormAmount } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { ReasonField } from "../partners/reason-field";
import { useTRPC } from "../trpc";
import { PayoutDialog } from "./payout-dialog";
import type { PayoutDetail } from "./payout-types";
import { reasonRefusals } from "./reason-refusals";
import { useRefetchPayouts } from "./use-refetch-payouts";

interface TermsDialogProps {
  readonly payout: Pick<PayoutDetail, "partnerId" | "partnerName" | "terms">;
  onClose(): void;
}

/** Holds the payouts of an account; what has been approved goes on. */
export function HoldDialog({ payout: { partnerId, partnerName: name }, onClose }: TermsDialogProps) {
  const t = useTranslations("staff.payout.terms");
  const hold = useMutation(useTRPC().payout.hold.mutationOptions(useRefetchPayouts()));
  const { control, submit, failure } = useZodForm(payoutHoldInput, {
    defaultValues: { partnerId, reason: "" },
    error: hold.error,
    refusedFields: reasonRefusals,
  });
  return (
    <PayoutDialog
      title={t("holdTitle", { name })}
      description={t("holdText")}
      saveLabel={t("holdSave")}
      tone="danger"
      isBusy={hold.isPending}
      failure={failure}
      onSubmit={submit((input) => hold.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <ReasonField control={control} name="reason" />
    </PayoutDialog>
  );
}

/** Releases the payouts of an account that are held. */
export function ReleaseDialog({ payout: { partnerId, partnerName: name }, onClose }: TermsDialogProps) {
  const t = useTranslations("staff.payout.terms");
  const release = useMutation(useTRPC().payout.release.mutationOptions(useRefetchPayouts()));
  const { control, submit, failure } = useZodForm(payoutHoldInput, {
    defaultValues: { partnerId, reason: "" },
    error: release.error,
    refusedFields: reasonRefusals,
  });
  return (
    <PayoutDialog
      title={t("releaseTitle", { name })}
      description={t("releaseText")}
      saveLabel={t("releaseSave")}
      isBusy={release.isPending}
      failure={failure}
      onSubmit={submit((input) => release.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <ReasonField control={control} name="reason" />
    </PayoutDialog>
  );
}

/** Changes the smallest sum that the account is paid; less is carried over to the next day. */
export function MinimumDialog({ payout: { partnerId, terms }, onClose }: TermsDialogProps) {
  const t = useTranslations("staff.payout.terms");
  const language = useLanguage();
  const [least, most] = [
    displayAmount(payoutMinimumBounds.leastKurus, language),
    displayAmount(payoutMinimumBounds.mostKurus, language),
  ];
  const change = useMutation(useTRPC().payout.setMinimum.mutationOptions(useRefetchPayouts()));
  const { control, submit, failure } = useZodForm(payoutMinimumInput, {
    defaultValues: { partnerId, minimumKurus: terms.minimumAmount, reason: "" },
    error: change.error,
    refusedFields: reasonRefusals,
  });
  return (
    <PayoutDialog
      title={t("minimum")}
      description={t("changeText", { least })}
      saveLabel={t("changeSave")}
      isBusy={change.isPending}
      failure={failure}
      onSubmit={submit((input) => change.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      <FormAmount
        control={control}
        name="minimumKurus"
        label={t("minimum")}
        sentences={t("minimumWrong", { least, most })}
        required
      />
      <ReasonField control={control} name="reason" />
    </PayoutDialog>
  );
}
