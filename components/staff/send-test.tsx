"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { EventType } from "@/server/domain/states";
import { eventTypes } from "@/server/domain/webhooks/delivery-list";
import { Button } from "../ui/button";
import { CloseButton, Dialog } from "../ui/dialog";
import { FailureNotice } from "../ui/failure";
import { SelectField } from "../ui/field";
import { Notice } from "../ui/notice";
import { TextLink } from "../ui/text-link";
import type { PartnerDetail } from "./partner-types";
import { useTRPC } from "./trpc";

/** Sends a test webhook to a merchant, after a dialog that shows the URL and the records it creates. */
export function SendTest({ partner: { partnerId, name, webhookUrl } }: { partner: PartnerDetail }) {
  const t = useTranslations("staff");
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [type, setType] = useState<EventType>("webhook.test");
  // In live mode an event of any other type would tell the merchant something untrue about money (D-259).
  const { data: environment } = useQuery(trpc.self.environment.queryOptions());
  const isSandbox = environment?.mode === "sandbox";
  const send = useMutation(
    trpc.partner.sendTest.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: trpc.partner.pathKey() }),
    }),
  );
  const open = () => {
    send.reset();
    setOpen(true);
  };
  const close = () => setOpen(false);
  if (webhookUrl === null) return <p className="text-ink-soft">{t("testNeedsAddress")}</p>;
  return (
    <>
      <Button onClick={open}>{t("test")}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isBusy={send.isPending}
        title={t("testTitle")}
        description={!send.data && t("testText", { name, address: webhookUrl, type })}
        actions={
          <>
            <CloseButton>{send.data ? t("close") : t("cancel")}</CloseButton>
            {!send.data && (
              <Button tone="primary" isBusy={send.isPending} onClick={() => send.mutate({ partnerId, type })}>
                {t("send")}
              </Button>
            )}
          </>
        }
      >
        {send.error && <FailureNotice error={send.error} title={t("failedToSend")} />}
        {send.data ? (
          <Notice tone={send.data.deliveryId ? "good" : "warn"} isUrgent>
            {send.data.deliveryId ? (
              <>
                {t("sent")}{" "}
                <TextLink isInText href={`/staff/partners/${partnerId}/deliveries/${send.data.deliveryId}`}>
                  {t("toDelivery")}
                </TextLink>
              </>
            ) : (
              t("notSent")
            )}
          </Notice>
        ) : (
          <>
            {isSandbox && (
              <SelectField
                label={t("testType")}
                hint={t("testInvented")}
                value={type}
                onChange={({ currentTarget }) => setType(currentTarget.value as EventType)}
              >
                {eventTypes.toSorted().map((value) => (
                  <option key={value} value={value}>
                    {value}
                  </option>
                ))}
              </SelectField>
            )}
            <p>{t("testNote")}</p>
          </>
        )}
      </Dialog>
    </>
  );
}
