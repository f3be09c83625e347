"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { reasonForm } from "@/server/domain/pricing/pricing-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import { ProposalFailure, ProposalResult } from "./proposal-outcome";
import type { ShownTariff } from "./tariff-types";

interface WithdrawProps {
  readonly tariff: ShownTariff;
  readonly terminalId: string;
  onClose(): void;
}

/** Proposes to withdraw a tariff, after saying what then applies. */
export function WithdrawDialog({ tariff, terminalId, onClose }: WithdrawProps) {
  const t = useTranslations("staff.tariffs");
  const formId = useId();
  const queries = useQueryClient();
  const withdrawal = useMutation(
    useTRPC().tariff.withdraw.mutationOptions({ onSuccess: () => void queries.invalidateQueries() }),
  );
  const { control, submit, failure } = useZodForm(reasonForm, {
    defaultValues: { reason: "" },
    error: withdrawal.error,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={withdrawal.isPending}
      title={t("withdrawTitle")}
      description={!withdrawal.data && t("withdrawText")}
      actions={
        <>
          <CloseButton>{withdrawal.data ? t("close") : t("cancel")}</CloseButton>
          {!withdrawal.data && (
            <Button tone="danger" type="submit" form={formId} isBusy={withdrawal.isPending}>
              {t("proposeWithdrawal")}
            </Button>
          )}
        </>
      }
    >
      {withdrawal.data ? (
        <ProposalResult changeId={withdrawal.data.changeId} />
      ) : (
        <form
          id={formId}
          onSubmit={submit(({ reason }) => withdrawal.mutateAsync({ terminalId, tariffId: tariff.id, reason }))}
        >
          {failure !== null && <ProposalFailure error={failure} />}
          <FormTextArea control={control} name="reason" label={t("reason")} hint={t("reasonHint")} />
        </form>
      )}
    </Dialog>
  );
}
