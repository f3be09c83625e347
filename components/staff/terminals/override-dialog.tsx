"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { reasonForm } from "@/server/domain/terminals/terminal-inputs";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";

interface OverrideProps {
  readonly terminalId: string;
  readonly connectionId: string;
  onClose(): void;
}

/** Takes a connection live although its diagnosis has not passed. */
export function OverrideDialog({ terminalId, connectionId, onClose }: OverrideProps) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const formId = useId();
  const override = useMutationWithConfirmation(
    trpc.terminal.overrideDiagnosis.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.terminal.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(reasonForm, { defaultValues: { reason: "" }, error: override.error });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={override.isBusy}
      title={t("overrideTitle")}
      description={t("overrideHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="danger" isBusy={override.isBusy}>
            {t("override")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={submit(({ reason }) => override.mutate({ terminalId, connectionId, reason }, onClose))}
        noValidate
      >
        <FormText control={control} name="reason" label={t("reason")} hint={t("reasonHint")} required />
      </form>
      {failure ? <FailureNotice error={failure} title={t("notLive")} /> : null}
      {override.confirmation}
    </Dialog>
  );
}
