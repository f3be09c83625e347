"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { outcomeText } from "../../panel/developers/delivery-words";
import { Button } from "../../ui/button";
import { readFailure } from "../../ui/read-failure";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";

/** Sends one delivery of a merchant again, and says what its receiver answered. */
export function ResendOne({ partnerId, deliveryId }: { partnerId: string; deliveryId: string }) {
  const t = useTranslations("staff.webhooks");
  const words = useTranslations("shared.delivery");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const resend = useMutation(
    trpc.webhook.resend.mutationOptions({ onSettled: () => queries.invalidateQueries(trpc.partner.pathFilter()) }),
  );
  if (!useMayAsStaff("webhook.resend")) return null;
  const result = resend.data
    ? t("resentOne", { result: outcomeText(resend.data, words) })
    : resend.error && t("notResentOne", { code: readFailure(resend.error).code ?? "" });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-ink-soft">
        {result}
      </p>
      <Button isBusy={resend.isPending} onClick={() => resend.mutate({ partnerId, deliveryId })}>
        {t("resendOne")}
      </Button>
    </div>
  );
}
