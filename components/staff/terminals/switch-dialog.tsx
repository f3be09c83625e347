"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { reasonForm } from "@/server/domain/terminals/terminal-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import type { TerminalDetail } from "./terminal-types";

/** Switches a terminal on or off, after a dialog that says what happens to payments that run. */
export function SwitchDialog({ terminal, onClose }: { terminal: TerminalDetail; onClose(): void }) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const formId = useId();
  const change = useMutation(
    trpc.terminal.switch.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.terminal.pathFilter()),
      onSuccess: onClose,
    }),
  );
  const { control, submit, failure } = useZodForm(reasonForm, { defaultValues: { reason: "" }, error: change.error });
  const { terminalId, active, name } = terminal;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={change.isPending}
      title={active ? t("offTitle", { name }) : t("onTitle", { name })}
      description={active ? t("offHelp") : t("onHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone={active ? "danger" : "primary"} isBusy={change.isPending}>
            {active ? t("switchOff") : t("switchOn")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={submit(({ reason }) => change.mutateAsync({ terminalId, isActive: !active, reason }))}
        noValidate
      >
        <FormText control={control} name="reason" label={t("reason")} hint={t("reasonHint")} required />
      </form>
      {failure ? <FailureNotice error={failure} title={t("notSaved")} /> : null}
    </Dialog>
  );
}
