"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { rejectCorrectionInput } from "@/server/domain/corrections/correction-inputs";
import { displayAmount } from "@/server/domain/money";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import type { WaitingCorrection } from "./correction-types";

interface DecisionDialogProps {
  readonly correction: WaitingCorrection;
  onClose(): void;
}

/**
 * Decides on a correction that another person proposed: it says what an approval will do, and a rejection needs why.
 */
export function DecisionDialog({ correction, onClose }: DecisionDialogProps) {
  const t = useTranslations("staff.correction");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const language = useLanguage();
  const formId = useId();
  const { correctionId, kind, amount, reason, evidence, proposer, paymentCode, isHeld } = correction;
  const readAgain = { onSettled: () => queries.invalidateQueries(trpc.open.pathFilter()) };
  const approve = useMutationWithConfirmation(trpc.open.approveCorrection.mutationOptions(readAgain));
  const reject = useMutationWithConfirmation(trpc.open.rejectCorrection.mutationOptions(readAgain));
  const { control, submit, failure } = useZodForm(rejectCorrectionInput, {
    defaultValues: { correctionId, reason: "" },
    error: reject.error,
    refusedFields: { sensitive_data_not_allowed: "reason" },
  });
  const isBusy = approve.isBusy || reject.isBusy;
  const error = approve.error ?? failure;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={t("decideTitle")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="danger" isBusy={reject.isBusy}>
            {t("reject")}
          </Button>
          <Button tone="primary" isBusy={approve.isBusy} onClick={() => approve.mutate({ correctionId }, onClose)}>
            {t("approve")}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { term: t("payment"), value: paymentCode },
          { term: t("seen"), value: t(`kinds.${kind}`) },
          { term: t("reason"), value: reason },
          { term: t("evidence"), value: evidence },
          { term: t("proposedBy"), value: proposer },
        ]}
      />
      <Notice tone="warn" title={t("effect")}>
        {t(`effects.${kind}`, { amount: displayAmount(amount, language) })} {isHeld && t("holdEnds")}
      </Notice>
      <form id={formId} onSubmit={submit((input) => reject.mutate(input, onClose))} noValidate>
        <FormTextArea control={control} name="reason" label={t("rejectReason")} rows={2} maxLength={500} />
      </form>
      {error ? <FailureNotice error={error} title={t("notDecided")} /> : null}
      {approve.confirmation}
      {reject.confirmation}
    </Dialog>
  );
}
