"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { eventTypes } from "@/server/domain/webhooks/delivery-list";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

const hourMs = 3_600_000;

/** The selectable periods, in ms. */
const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
type Span = keyof typeof spans;
const spanNames = Object.keys(spans) as Span[];

/**
 * Counts the failed deliveries of a period and resends them after confirmation. `onClose` receives the number of resent
 * deliveries, or null when the dialog was cancelled.
 */
export function ResendFailedDialog({ onClose }: { onClose: (count: number | null) => void }) {
  const t = useTranslations("shared.deliveryList");
  const trpc = useTRPC();
  const client = useQueryClient();
  const [span, setSpan] = useState<Span>("day");
  const [type, setType] = useState("");
  const selection = {
    sinceMs: spans[span],
    types: eventTypes.filter((one) => one === type),
  };
  const counted = useQuery(trpc.webhook.countFailed.queryOptions(selection, { staleTime: 0 }));
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(
    trpc.webhook.resendFailed.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.list.pathFilter()),
    }),
  );
  const { count = 0, hasMore = false } = counted.data ?? {};
  return (
    <>
      <Dialog
        isOpen
        onClose={() => onClose(null)}
        isBusy={isBusy}
        title={t("resendTitle")}
        description={t("resendText")}
        actions={
          <>
            <CloseButton>{t("cancel")}</CloseButton>
            <Button
              tone="primary"
              disabled={count === 0}
              isBusy={isBusy}
              onClick={() => mutate(selection, (sent) => onClose(sent.count))}
            >
              {t("resend", { count })}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={t("since")}
            value={span}
            onChange={({ target }) => setSpan(spanNames.find((one) => one === target.value) ?? "day")}
          >
            {spanNames.map((one) => (
              <option key={one} value={one}>
                {t(`spans.${one}`)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t("type")} value={type} onChange={({ target }) => setType(target.value)}>
            <option value="">{t("any")}</option>
            {eventTypes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        </div>
        <p aria-live="polite" className="font-medium">
          {counted.data ? t("count", { count, hasMore: String(hasMore) }) : t("counting")}
        </p>
        {(error ?? counted.error) && <FailureNotice error={error ?? counted.error} title={t("failedAct")} />}
      </Dialog>
      {confirmation}
    </>
  );
}
