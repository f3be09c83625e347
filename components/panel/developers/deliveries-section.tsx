"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { Button } from "../../ui/button";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useMay } from "../role";
import { useTRPC, useTRPCClient } from "../trpc";
import { DeliveryList } from "./delivery-list";
import { toDeliveryPath, toSubjectPath } from "./paths";
import { ResendFailedDialog } from "./resend-failed-dialog";

/** How often the first page is read again while a delivery is untried or was just resent, and otherwise, in ms. */
const [openMs, idleMs] = [3_000, 30_000];
/** How long the list is followed closely after a resend, in ms. */
const followMs = 60_000;

/** The account's webhook deliveries, and resending those that did not arrive. */
export function DeliveriesSection() {
  const t = useTranslations("shared.deliveryList");
  const mayWrite = useMay("webhook.write");
  const [isResending, setResending] = useState(false);
  const [sent, setSent] = useState<{ count: number; at: number } | null>(null);
  return (
    <Section
      title={t("title")}
      actions={mayWrite && <Button onClick={() => setResending(true)}>{t("resendAll")}</Button>}
    >
      <div aria-live="polite" className="mb-3 empty:hidden">
        {sent && <Notice tone="good" title={t("resending", { count: sent.count })} />}
      </div>
      <Deliveries followedUntil={sent ? sent.at + followMs : 0} />
      {isResending && (
        <ResendFailedDialog
          onClose={(count) => {
            setResending(false);
            if (count !== null) setSent({ count, at: Date.now() });
          }}
        />
      )}
    </Section>
  );
}

function Deliveries({ followedUntil }: { followedUntil: number }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(deliveryList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...trpc.webhook.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  return (
    <DeliveryList
      address={address}
      pages={pages}
      live={{
        pagesKey: trpc.webhook.list.infiniteQueryKey(query),
        readFirst: () => client.webhook.list.query(query),
        everyMs: (rows) =>
          rows.some(({ attempts }) => attempts === 0) || Date.now() < followedUntil ? openMs : idleMs,
      }}
      toHref={toDeliveryPath}
      toSubjectHref={toSubjectPath}
    />
  );
}
