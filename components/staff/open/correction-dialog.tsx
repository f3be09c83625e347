"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { type CorrectionKind, correctionKinds } from "@/server/domain/corrections/correction";
import { newCorrectionInput } from "@/server/domain/corrections/correction-inputs";
import { displayAmount } from "@/server/domain/money";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormAmount, FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";

/** The fields that the faults of a correction concern. */
const refusedFields = {
  correction_not_captured: "kind",
  correction_is_voided: "kind",
  correction_void_known: "kind",
  correction_refund_known: "kind",
  correction_no_void: "kind",
  correction_amount: "amountKurus",
  correction_void_whole: "amountKurus",
  correction_above_captured: "amountKurus",
  correction_above_refunded: "amountKurus",
} as const;

/** What a correction says before a person changes it. Amounts in kuruş. */
export interface ProposedCorrection {
  readonly kind: CorrectionKind;
  readonly amountKurus: bigint;
  /** The refund that it is about; null where it is about none in particular. */
  readonly refundId: string | null;
  readonly evidence: string;
}

const nothing: ProposedCorrection = { kind: "none", amountKurus: 0n, refundId: null, evidence: "" };

interface CorrectionDialogProps {
  readonly paymentCode: string;
  /** Whether the payment is held, which the approval ends. */
  readonly isHeld: boolean;
  readonly proposed?: ProposedCorrection;
  /** Called before `onClose` once the proposal has been sent. */
  onProposed?(): void;
  onClose(): void;
}

/** Proposes a correction of the books of a payment, with what it will do once a second person has approved it. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { paymentCode, isHeld, proposed = nothing, onProposed, onClose } = props;
  const t = useTranslations("staff.correction");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const language = useLanguage();
  const formId = useId();
  const propose = useMutationWithConfirmation(
    trpc.open.proposeCorrection.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.open.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(newCorrectionInput, {
    defaultValues: { paymentCode, reason: "", ...proposed },
    error: propose.error,
    refusedFields,
  });
  const [kind, amountKurus] = useWatch({ control, name: ["kind", "amountKurus"] });
  const amount = displayAmount(kind === "none" ? 0n : (amountKurus ?? 0n), language);
  const send = submit((input) =>
    propose.mutate({ ...input, amountKurus: input.kind === "none" ? 0n : input.amountKurus }, () => {
      onProposed?.();
      onClose();
    }),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={propose.isBusy}
      title={t("title")}
      description={t("description")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={propose.isBusy}>
            {t("propose")}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={send} noValidate>
        <FormSelect control={control} name="kind" label={t("seen")}>
          {correctionKinds.toReversed().map((value) => (
            <option key={value} value={value}>
              {t(`kinds.${value}`)}
            </option>
          ))}
        </FormSelect>
        {kind !== "none" && <FormAmount control={control} name="amountKurus" label={t("amount")} />}
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
      <Notice tone="info" title={t("effect")}>
        {t(`effects.${kind}`, { amount })} {isHeld && t("holdEnds")}
      </Notice>
      {failure ? <FailureNotice error={failure} title={t("notProposed")} /> : null}
      {propose.confirmation}
    </Dialog>
  );
}
