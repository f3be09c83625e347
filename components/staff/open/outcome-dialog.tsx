"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { captureVerdicts, outcomeForm, refundVerdicts } from "@/server/domain/payments/open-question";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import type { OpenQuestion } from "./question-types";

interface OutcomeDialogProps {
  readonly question: OpenQuestion;
  onClose(): void;
}

/** Proposes how an open call ended at the bank, with what follows once a second person has approved it. */
export function OutcomeDialog({ question, onClose }: OutcomeDialogProps) {
  const t = useTranslations("staff.outcome");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const formId = useId();
  const isRefund = question.kind === "refund";
  const verdicts = isRefund ? refundVerdicts : question.kind === "capture" ? captureVerdicts : endedVerdicts;
  const schema = useMemo(() => outcomeForm(verdicts), [verdicts]);
  const readAgain = { onSettled: () => queries.invalidateQueries(trpc.open.pathFilter()) };
  const capture = useMutationWithConfirmation(trpc.open.proposeCapture.mutationOptions(readAgain));
  const refund = useMutationWithConfirmation(trpc.open.proposeRefund.mutationOptions(readAgain));
  const proposal = isRefund ? refund : capture;
  const { control, submit, failure } = useZodForm(schema, {
    defaultValues: { verdict: verdicts[0], reason: "", evidence: "" },
    error: proposal.error,
    refusedFields: {},
  });
  const verdict = useWatch({ control, name: "verdict" });
  const send = submit(({ verdict: chosen, ...why }) => {
    const refunded = refundVerdicts.find((value) => value === chosen);
    const captured = captureVerdicts.find((value) => value === chosen);
    if (refunded) refund.mutate({ refundId: question.id, verdict: refunded, ...why });
    else if (captured) capture.mutate({ paymentCode: question.paymentCode, verdict: captured, ...why });
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={proposal.isBusy}
      title={t("title")}
      description={!proposal.result && t("description")}
      actions={
        <>
          <CloseButton>{t(proposal.result ? "close" : "cancel")}</CloseButton>
          {!proposal.result && (
            <Button type="submit" form={formId} tone="primary" isBusy={proposal.isBusy}>
              {t("propose")}
            </Button>
          )}
        </>
      }
    >
      {proposal.result ? (
        <Notice tone="good" isUrgent>
          {t("proposed")}{" "}
          <TextLink isInText href={`/staff/approvals/${proposal.result.changeId}`}>
            {t("toChange")}
          </TextLink>
        </Notice>
      ) : (
        <form id={formId} className="flex flex-col gap-4" onSubmit={send} noValidate>
          <FormSelect control={control} name="verdict" label={t("seen")}>
            {verdicts.map((value) => (
              <option key={value} value={value}>
                {t(`verdicts.${value}`)}
              </option>
            ))}
          </FormSelect>
          <Notice tone="info" title={t("effect")}>
            {t(`effects.${verdict}`)}
          </Notice>
          <FormTextArea control={control} name="reason" label={t("reason")} rows={2} maxLength={500} />
          <FormTextArea
            control={control}
            name="evidence"
            label={t("evidence")}
            hint={t("evidenceHint")}
            rows={2}
            maxLength={500}
          />
        </form>
      )}
      {failure ? <FailureNotice error={failure} title={t("notProposed")} /> : null}
      {proposal.confirmation}
    </Dialog>
  );
}

/** A payment that has ended without money is never captured later; its money can only go back. */
const endedVerdicts = ["give_back", "returned", "not_taken"] as const;
