"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import type { Receiver } from "./receiver-types";

type Resend = ReturnType<typeof useResendFailed>;

/** Sends the deliveries of a merchant that failed in the last seven days. The list keeps it, because rows may leave. */
export function useResendFailed() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useMutation(
    trpc.webhook.resendFailed.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.webhook.pathFilter()),
    }),
  );
}

export function ResendButton({ resend, receiver }: { resend: Resend; receiver: Receiver }) {
  const t = useTranslations("staff.webhooks");
  const { partnerId, name, failedWeek } = receiver;
  const isSending = resend.isPending && resend.variables.partnerId === partnerId;
  return (
    <Button
      className="min-h-7! py-0.5! max-sm:min-h-11!"
      aria-label={t("resendOf", { name, count: failedWeek })}
      isBusy={isSending}
      disabled={resend.isPending && !isSending}
      onClick={() => resend.mutate({ partnerId, span: "week" })}
    >
      {t("resend")}
    </Button>
  );
}

/** What came of the last press, above the list. */
export function ResendResult({ resend, receivers }: { resend: Resend; receivers: readonly Receiver[] }) {
  const t = useTranslations("staff.webhooks");
  const partnerId = resend.variables?.partnerId;
  const name = receivers.find((one) => one.partnerId === partnerId)?.name ?? partnerId ?? "";
  if (resend.error) {
    return (
      <div className="mb-4">
        <FailureNotice error={resend.error} title={t("notResent", { name })} />
      </div>
    );
  }
  if (!resend.data) return null;
  const { hasMore, count } = resend.data;
  return (
    <div className="mb-4">
      <Notice tone={count > 0 ? "good" : "info"} isUrgent>
        {t(hasMore ? "resentSome" : "resent", { name, count })}
      </Notice>
    </div>
  );
}
