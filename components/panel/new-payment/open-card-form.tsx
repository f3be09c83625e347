"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { CardFormPost } from "./card-form-post";

/** Opens the card page of a payment that was created in the panel and has no card yet. */
export function OpenCardForm({ paymentCode }: { paymentCode: string }) {
  const t = useTranslations("panel.newPayment");
  const trpc = useTRPC();
  const { mutate, data, error, isPending } = useMutation(trpc.newPayment.open.mutationOptions());
  if (!useMay("payment.create")) return null;
  if (data) return <CardFormPost {...data} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button tone="primary" isBusy={isPending} onClick={() => mutate({ paymentCode })}>
        {t("open")}
      </Button>
      {error && <FailureNotice error={error} title={t("cannotOpen")} />}
    </div>
  );
}
