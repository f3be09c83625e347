"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type ResendSpan, resendSpans } from "@/server/domain/webhooks/receiver-list";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import type { Receiver } from "./receiver-types";

/** Sends a merchant's failed deliveries again, after a dialog that says which ones and where they go. */
export function ResendFailed({ receiver: { partnerId, name, url, failedDay, failedWeek } }: { receiver: Receiver }) {
  const t = useTranslations("staff.webhooks");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [span, setSpan] = useState<ResendSpan>(failedDay > 0 ? "day" : "week");
  const resend = useMutation(
    trpc.webhook.resendFailed.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.webhook.pathFilter()),
    }),
  );
  const counts = { day: failedDay, week: failedWeek };
  return (
    <>
      <Button
        className="min-h-7! py-0.5!"
        aria-label={t("resendOf", { name })}
        onClick={() => {
          resend.reset();
          setOpen(true);
        }}
      >
        {t("resend")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isBusy={resend.isPending}
        title={t("resendTitle", { name })}
        description={t("resendText", { address: url ?? "" })}
        actions={
          <>
            <CloseButton>{t(resend.data ? "close" : "cancel")}</CloseButton>
            {!resend.data && (
              <Button tone="primary" isBusy={resend.isPending} onClick={() => resend.mutate({ partnerId, span })}>
                {t("resend")}
              </Button>
            )}
          </>
        }
      >
        {resend.data ? (
          <Notice tone="good" isUrgent>
            {t(resend.data.hasMore ? "resentSome" : "resent", { count: resend.data.count })}
          </Notice>
        ) : (
          <SelectField
            label={t("span")}
            value={span}
            onChange={({ currentTarget }) => setSpan(currentTarget.value as ResendSpan)}
          >
            {resendSpans.map((value) => (
              <option key={value} value={value}>
                {t(`spans.${value}`, { count: counts[value] })}
              </option>
            ))}
          </SelectField>
        )}
        {resend.error && <FailureNotice error={resend.error} />}
      </Dialog>
    </>
  );
}
