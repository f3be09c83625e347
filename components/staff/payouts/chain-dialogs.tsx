"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { payoutReasonInput } from "@/server/domain/payouts/payout-inputs";
import { useFinalFocus } from "../../ui/dialog";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { ReasonField } from "../partners/reason-field";
import { useTRPC } from "../trpc";
import { PayoutDialog } from "./payout-dialog";
import type { PayoutDetail } from "./payout-types";
import { reasonRefusals } from "./reason-refusals";
import { useRefetchPayouts } from "./use-refetch-payouts";

interface ChainDialogProps {
  readonly payout: PayoutDetail;
  onClose(): void;
}

/** Withdraws a payout that is not approved, after telling that its settlements are collected again. */
export function WithdrawDialog({ payout, onClose }: ChainDialogProps) {
  const t = useTranslations("staff.payout.withdrawal");
  const { payoutId, reissueOf, amountKurus, waitingChangeId } = payout;
  const amount = displayAmount(amountKurus, useLanguage());
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const withdrawal = useMutation(
    useTRPC().payout.withdraw.mutationOptions({ ...useRefetchPayouts(), onSuccess: markOpenerRemoved }),
  );
  const { control, submit, failure } = useZodForm(payoutReasonInput, {
    defaultValues: { payoutId, reason: "" },
    error: withdrawal.error,
    refusedFields: reasonRefusals,
  });
  return (
    <PayoutDialog
      title={t("title")}
      description={reissueOf === null ? t("text", { amount }) : t("reissueText", { amount })}
      saveLabel={t("save")}
      tone="danger"
      isBusy={withdrawal.isPending}
      failure={failure}
      finalFocus={finalFocus}
      onSubmit={submit((input) => withdrawal.mutateAsync(input).then(onClose))}
      onClose={onClose}
    >
      {waitingChangeId !== null && <Notice tone="warn">{t("proposed")}</Notice>}
      <ReasonField control={control} name="reason" />
    </PayoutDialog>
  );
}

/** Issues a failed payout again and opens the new one. */
export function ReissueDialog({ payout: { payoutId, amountKurus }, onClose }: ChainDialogProps) {
  const t = useTranslations("staff.payout.reissue");
  const router = useRouter();
  const language = useLanguage();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const reissue = useMutation(
    useTRPC().payout.reissue.mutationOptions({ ...useRefetchPayouts(), onSuccess: markOpenerRemoved }),
  );
  return (
    <PayoutDialog
      title={t("title")}
      description={t("text", { amount: displayAmount(amountKurus, language) })}
      saveLabel={t("save")}
      isBusy={reissue.isPending}
      failure={reissue.error}
      finalFocus={finalFocus}
      onSubmit={(event) => {
        event.preventDefault();
        if (reissue.isPending) return;
        reissue.mutate(
          { payoutId },
          {
            onSuccess: (made) => {
              onClose();
              router.push(`/staff/payouts/${made.payoutId}`);
            },
          },
        );
      }}
      onClose={onClose}
    />
  );
}
