"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { chargebackReasonInput } from "@/server/domain/chargebacks/chargeback-inputs";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { ReasonField } from "../partners/reason-field";
import { reasonRefusals } from "../payouts/reason-refusals";
import { useTRPC } from "../trpc";
import type { ChargebackDetail } from "./chargeback-types";
import type { ChargebackAction } from "./list-chargeback-actions";

interface ReasonDialogProps {
  readonly chargeback: Pick<ChargebackDetail, "chargebackId" | "amountKurus">;
  readonly action: ChargebackAction;
  onClose(): void;
}

/** Says what recording an outcome means, asks for the reason, and records it. */
export function ReasonDialog({ chargeback: { chargebackId, amountKurus }, action, onClose }: ReasonDialogProps) {
  const t = useTranslations("staff.chargeback.dialogs");
  const staff = useTranslations("staff");
  const formId = useId();
  const amount = displayAmount(amountKurus, useLanguage());
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const record = useRecord(action, markOpenerRemoved);
  const { control, submit, failure } = useZodForm(chargebackReasonInput, {
    defaultValues: { chargebackId, reason: "" },
    error: record.error,
    refusedFields: reasonRefusals,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={record.isPending}
      title={t(`${action}.title`)}
      description={t(`${action}.text`, { amount })}
      finalFocus={finalFocus}
      actions={
        <>
          <CloseButton>{staff("cancel")}</CloseButton>
          <Button
            type="submit"
            form={formId}
            tone={action === "contested" ? "primary" : "danger"}
            isBusy={record.isPending}
          >
            {t(`${action}.save`)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit((input) => record.mutateAsync(input).then(onClose))} noValidate>
        <ReasonField control={control} name="reason" />
      </form>
      {failure ? <FailureNotice error={failure} title={staff("merchant.notSaved")} /> : null}
    </Dialog>
  );
}

/** Returns the mutation of an action. Chargebacks and alerts are read again after every outcome. */
function useRecord(action: ChargebackAction, onSuccess: () => void) {
  const { chargeback, alert } = useTRPC();
  const queries = useQueryClient();
  const onSettled = () => {
    void queries.invalidateQueries(alert.pathFilter());
    return queries.invalidateQueries(chargeback.pathFilter());
  };
  const mutations = { contested: chargeback.contest, accepted: chargeback.accept, lost: chargeback.recordLost };
  return useMutation(mutations[action].mutationOptions({ onSuccess, onSettled }));
}
