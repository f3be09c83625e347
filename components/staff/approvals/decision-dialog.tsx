"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { rejectionOfChange } from "@/server/domain/approvals/change-inputs";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { readFailure } from "../../ui/read-failure";
import { useTRPC } from "../trpc";

/** What a person can do with a change that waits. */
export type Decision = "approve" | "reject" | "withdraw";

interface DecisionProps {
  readonly changeId: string;
  onClose(): void;
  /** Another person has decided first. */
  onDecidedBefore(): void;
}

/** The dialog in which a person approves, rejects or withdraws a change; it says before what happens. */
export function DecisionDialog({ decision, ...props }: DecisionProps & { readonly decision: Decision }) {
  const dialogs = { approve: Approval, reject: Rejection, withdraw: Withdrawal };
  const Chosen = dialogs[decision];
  return <Chosen {...props} />;
}

/** Returns mutation options that read every screen of the back-office again after a decision. */
function useReadAgain({ onClose, onDecidedBefore }: DecisionProps) {
  const queries = useQueryClient();
  return {
    onSuccess: () => {
      void queries.invalidateQueries();
      onClose();
    },
    onError: (error: unknown) => {
      if (readFailure(error).code !== "change_decided") return;
      void queries.invalidateQueries();
      onDecidedBefore();
    },
  };
}

function Approval(props: DecisionProps) {
  const { changeId, onClose } = props;
  const t = useTranslations("staff.approvals");
  const approval = useMutationWithConfirmation(useTRPC().approval.approve.mutationOptions(useReadAgain(props)));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={approval.isBusy}
      title={t("approveTitle")}
      description={t("approveText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="primary" isBusy={approval.isBusy} onClick={() => approval.mutate({ changeId })}>
            {t("approve")}
          </Button>
        </>
      }
    >
      {approval.error && <FailureNotice error={approval.error} title={t("failed")} />}
      {approval.confirmation}
    </Dialog>
  );
}

const refusedFields = { sensitive_data_not_allowed: "note" } as const;

function Rejection(props: DecisionProps) {
  const { changeId, onClose } = props;
  const t = useTranslations("staff.approvals");
  const formId = useId();
  const rejection = useMutation(useTRPC().approval.reject.mutationOptions(useReadAgain(props)));
  const { control, submit, failure } = useZodForm(rejectionOfChange, {
    defaultValues: { note: "" },
    error: rejection.error,
    refusedFields,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={rejection.isPending}
      title={t("rejectTitle")}
      description={t("rejectText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="danger" isBusy={rejection.isPending}>
            {t("reject")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit(({ note }) => rejection.mutateAsync({ changeId, note }))} noValidate>
        <FormTextArea control={control} name="note" label={t("rejectNote")} rows={2} maxLength={500} />
      </form>
      {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
    </Dialog>
  );
}

function Withdrawal(props: DecisionProps) {
  const { changeId, onClose } = props;
  const t = useTranslations("staff.approvals");
  const withdrawal = useMutation(useTRPC().approval.withdraw.mutationOptions(useReadAgain(props)));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={withdrawal.isPending}
      title={t("withdrawTitle")}
      description={t("withdrawText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" isBusy={withdrawal.isPending} onClick={() => withdrawal.mutate({ changeId })}>
            {t("withdraw")}
          </Button>
        </>
      }
    >
      {withdrawal.error && <FailureNotice error={withdrawal.error} title={t("failed")} />}
    </Dialog>
  );
}
