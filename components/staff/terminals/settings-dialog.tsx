"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { terminalSettingsForm } from "@/server/domain/terminals/terminal-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormCheck } from "../../ui/form/choice-fields";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import { SettingsFields } from "./settings-fields";
import type { TerminalDetail } from "./terminal-types";

/** Changes the settings of a terminal. The change of another person since the page was read is not overwritten. */
export function SettingsDialog({ terminal, onClose }: { terminal: TerminalDetail; onClose(): void }) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const formId = useId();
  const update = useMutation(
    trpc.terminal.update.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.terminal.pathFilter()),
      onSuccess: onClose,
    }),
  );
  const { control, submit, failure } = useZodForm(terminalSettingsForm, {
    defaultValues: {
      name: terminal.name,
      provider: terminal.provider,
      allowedFamilies: [...terminal.allowedFamilies],
      supportsForeign: terminal.supportsForeign,
      effectiveCounts: [...terminal.effectiveCounts],
      dayEndLocal: terminal.dayEndLocal,
      commissionBasis: terminal.commissionBasis,
      virtualPosActive: terminal.virtualPosActive,
      pspActive: terminal.pspActive,
      reason: "",
    },
    error: update.error,
  });
  const { terminalId, version } = terminal;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={update.isPending}
      title={t("settingsTitle")}
      description={t("settingsHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={update.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={submit((input) => update.mutateAsync({ ...input, terminalId, version }))}
        noValidate
      >
        <FormCheck control={control} name="virtualPosActive" label={t("virtualPos")} hint={t("virtualPosHint")} />
        <FormCheck control={control} name="pspActive" label={t("psp")} hint={t("pspHint")} />
        <SettingsFields control={control} presentCounts={terminal.effectiveCounts} />
        <FormText control={control} name="reason" label={t("reason")} hint={t("reasonHint")} required />
      </form>
      {failure ? <FailureNotice error={failure} title={t("notSaved")} /> : null}
    </Dialog>
  );
}
