"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { terminalLimitsForm } from "@/server/domain/terminals/terminal-inputs";
import {
  bankMaxKurus,
  freePerTxMaxKurus,
  limitNames,
  toLimitsDraft,
  windowCountMax,
} from "@/server/domain/terminals/terminal-limits";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormCheck } from "../../ui/form/choice-fields";
import { FormAmount, FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { IconButton } from "../../ui/icon-button";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import type { TerminalDetail } from "./terminal-types";

type LimitsForm = ReturnType<typeof useZodForm<typeof terminalLimitsForm>>;

/** Changes the limits of a terminal. Some changes wait for a second person, which the answer says. */
export function LimitsDialog({ terminal, onClose }: { terminal: TerminalDetail; onClose(): void }) {
  const t = useTranslations("staff.terminal");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const language = useLanguage();
  const formId = useId();
  const change = useMutation(
    trpc.terminal.setLimits.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.terminal.pathFilter()),
      onSuccess: ({ changeId }) => changeId === null && onClose(),
    }),
  );
  const form = useZodForm(terminalLimitsForm, {
    defaultValues: { ...toLimitsDraft(terminal.limits), reason: "" },
    error: change.error,
  });
  const { control, submit, failure } = form;
  const { terminalId, version } = terminal;
  const isProposed = change.data?.changeId != null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={change.isPending}
      title={t("limitsTitle")}
      description={t("limitsHelp", { max: displayAmount(freePerTxMaxKurus, language) })}
      actions={
        <>
          <CloseButton>{isProposed ? t("close") : t("cancel")}</CloseButton>
          {!isProposed && (
            <Button type="submit" form={formId} tone="primary" isBusy={change.isPending}>
              {t("save")}
            </Button>
          )}
        </>
      }
    >
      {isProposed ? (
        <Notice tone="info" isUrgent>
          {t("proposed")}
        </Notice>
      ) : (
        <form
          id={formId}
          className="flex flex-col gap-4"
          onSubmit={submit(({ reason, ...limits }) => change.mutateAsync({ terminalId, version, limits, reason }))}
          noValidate
        >
          <LimitFields control={control} terminal={terminal} />
          <WindowFields control={control} />
          <FormText control={control} name="reason" label={t("reason")} hint={t("reasonHint")} required />
        </form>
      )}
      {failure ? <FailureNotice error={failure} title={t("notSaved")} /> : null}
    </Dialog>
  );
}

function LimitFields({ control, terminal }: { control: LimitsForm["control"]; terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const language = useLanguage();
  const draft = useWatch({ control });
  const max = bankMaxKurus[terminal.bank.protocol];
  const perTx = draft.perTx?.isOn ? draft.perTx.max : null;
  return (
    <>
      {limitNames.map((name) => (
        <div key={name} className="grid items-start gap-x-4 sm:grid-cols-2">
          <FormCheck control={control} name={`${name}.isOn`} label={t(`limitNames.${name}`)} />
          {draft[name]?.isOn && (
            <FormAmount
              control={control}
              name={`${name}.max`}
              label={t("limitAmount", { limit: t(`limitNames.${name}`) })}
              sentences={t("limitInvalid")}
            />
          )}
        </div>
      ))}
      {max !== null && (perTx === null || perTx === undefined || perTx > max) && (
        <Notice tone="warn">{t("aboveBankMax", { max: displayAmount(max, language) })}</Notice>
      )}
    </>
  );
}

function WindowFields({ control }: { control: Control<never> | LimitsForm["control"] }) {
  const t = useTranslations("staff.terminal");
  const own = control as LimitsForm["control"];
  const { fields, append, remove } = useFieldArray({ control: own, name: "windows" });
  return (
    <fieldset>
      <legend className="font-medium">{t("windows")}</legend>
      <p className="mb-2 text-ink-soft">{t("windowsHelp")}</p>
      <ol className="flex flex-col gap-2">
        {fields.map(({ id }, index) => (
          <li key={id} className="flex items-start gap-2">
            <FormText control={own} name={`windows.${index}.from`} label={t("from")} sentences={t("timeOfDay")} />
            <FormText control={own} name={`windows.${index}.to`} label={t("to")} sentences={t("timeOfDay")} />
            <FormAmount control={own} name={`windows.${index}.max`} label={t("upTo")} sentences={t("limitInvalid")} />
            <span className="mt-6">
              <IconButton label={t("removeWindow", { place: index + 1 })} onClick={() => remove(index)}>
                <Trash2 aria-hidden="true" size={16} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <Button
        className="mt-2"
        disabled={fields.length >= windowCountMax}
        onClick={() => append({ from: "00:00", to: "06:00", max: null })}
      >
        <Plus aria-hidden="true" size={16} />
        {t("addWindow")}
      </Button>
    </fieldset>
  );
}
