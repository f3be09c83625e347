"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { eventTypes } from "@/server/domain/webhooks/delivery-list";
import { resendFailedForm } from "@/server/domain/webhooks/resend-failed";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormSelect } from "../../ui/form/choice-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

const hourMs = 3_600_000;

/** The selectable periods, in ms. */
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
const spanNames = Object.keys(spans) as (keyof typeof spans)[];

/**
 * Counts the failed deliveries of a period and resends them after confirmation. `onClose` receives the number of resent
 * deliveries, or null when the dialog was cancelled.
 */
export function ResendFailedDialog({ onClose }: { onClose: (count: number | null) => void }) {
  const t = useTranslations("shared.deliveryList");
  const trpc = useTRPC();
  const client = useQueryClient();
  const formId = useId();
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(
    trpc.webhook.resendFailed.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.list.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(resendFailedForm, {
    defaultValues: { sinceMs: spans.day, type: "" },
    error,
  });
  const [sinceMs, type] = useWatch({ control, name: ["sinceMs", "type"] });
  const counted = useQuery(
    trpc.webhook.countFailed.queryOptions(resendFailedForm.parse({ sinceMs, type }), { staleTime: 0 }),
  );
  const { count = 0, hasMore = false } = counted.data ?? {};
  return (
    <Dialog
      isOpen
      onClose={() => onClose(null)}
      isBusy={isBusy}
      title={t("resendTitle")}
      description={t("resendText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" disabled={count === 0} isBusy={isBusy}>
            {t("resend", { count })}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-3 sm:grid-cols-2"
        onSubmit={submit((input) => mutate(input, (sent) => onClose(sent.count)))}
        noValidate
      >
        <FormSelect control={control} name="sinceMs" label={t("since")}>
          {spanNames.map((one) => (
            <option key={one} value={spans[one]}>
              {t(`spans.${one}`)}
            </option>
          ))}
        </FormSelect>
        <FormSelect control={control} name="type" label={t("type")}>
          <option value="">{t("any")}</option>
          {eventTypes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </FormSelect>
      </form>
      <p aria-live="polite" className="font-medium">
        {counted.data ? t("count", { count, hasMore: String(hasMore) }) : t("counting")}
      </p>
      {(failure ?? counted.error) ? <FailureNotice error={failure ?? counted.error} title={t("failedAct")} /> : null}
      {confirmation}
    </Dialog>
  );
}
