"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { closeAlertInput } from "@/server/domain/alerts";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { CloseButton, Dialog } from "../../ui/dialog";
import { type Fact, Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { AlertState } from "./alert-state";
import type { Alert } from "./alert-types";
import { NextStep } from "./next-step";
import { Severity } from "./severity";

interface AlertDialogProps {
  readonly alert: Alert;
  onClose(): void;
}

/** One alert: what it says, what to do, and its next step. */
export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const t = useTranslations("staff.alerts");
  const kinds = useTranslations("staff.alertKinds");
  const advice = useTranslations("staff.alertAdvice");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayWrite = useMayAsStaff("alert.write") && alert.state !== "closed";
  const readAgain = { onSettled: () => queries.invalidateQueries(trpc.alert.pathFilter()) };
  const acknowledge = useMutation(trpc.alert.acknowledge.mutationOptions({ ...readAgain, onSuccess: onClose }));
  const close = useMutation(trpc.alert.close.mutationOptions({ ...readAgain, onSuccess: onClose }));
  const formId = useId();
  const { alertId } = alert;
  const { control, submit, failure } = useZodForm(closeAlertInput, {
    defaultValues: { alertId, note: "" },
    error: close.error,
    refusedFields: { sensitive_data_not_allowed: "note" },
  });
  const isBusy = acknowledge.isPending || close.isPending;
  const error = acknowledge.error ?? failure;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={kinds(alert.kind)}
      actions={
        <>
          <CloseButton>{t("back")}</CloseButton>
          {mayWrite && alert.state === "open" && (
            <Button isBusy={acknowledge.isPending} onClick={() => acknowledge.mutate({ alertId })}>
              {t("acknowledge")}
            </Button>
          )}
          {mayWrite && (
            <Button type="submit" form={formId} tone="primary" isBusy={close.isPending}>
              {t("close")}
            </Button>
          )}
        </>
      }
    >
      <p>
        {advice(alert.kind)}{" "}
        {alert.state !== "closed" && <NextStep kind={alert.kind} subject={alert.subject} isInText />}
      </p>
      <p lang="en" className="text-ink-soft wrap-anywhere">
        {alert.detail}
      </p>
      <AlertFacts alert={alert} />
      {mayWrite && (
        <form id={formId} onSubmit={submit((input) => close.mutate(input))} noValidate>
          <FormTextArea control={control} name="note" label={t("note")} hint={t("noteHint")} rows={2} maxLength={500} />
        </form>
      )}
      {error ? <FailureNotice error={error} title={t("notSaved")} /> : null}
    </Dialog>
  );
}

function AlertFacts({ alert }: { alert: Alert }) {
  const t = useTranslations("staff.alerts");
  const {
    paymentCode,
    subject,
    createdAt,
    acknowledgedAt,
    acknowledgedBy,
    closedAt,
    closedBy,
    note,
    state,
    kind,
    timesRaised,
  } = alert;
  const facts: Fact[] = [
    { term: t("severity"), value: <Severity kind={kind} /> },
    { term: t("state"), value: <AlertState state={state} /> },
    {
      term: t("subject"),
      value: paymentCode ? <TextLink href={`/staff/payments/${paymentCode}`}>{subject}</TextLink> : subject,
    },
    { term: t("created"), value: <DateTime at={createdAt} style="second" /> },
    ...(timesRaised > 1 ? [{ term: t("raised"), value: t("times", { count: timesRaised }) }] : []),
    ...(acknowledgedAt
      ? [
          {
            term: t("inHand"),
            value: (
              <>
                {acknowledgedBy} · <DateTime at={acknowledgedAt} style="second" />
              </>
            ),
          },
        ]
      : []),
    ...(closedAt
      ? [
          {
            term: t("closed"),
            value: (
              <>
                {closedBy ?? t("byItself")} · <DateTime at={closedAt} style="second" />
              </>
            ),
          },
        ]
      : []),
    ...(note ? [{ term: t("note"), value: note }] : []),
  ];
  return <Facts facts={facts} />;
}
