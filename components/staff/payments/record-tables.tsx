"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { StateBadge } from "../../panel/words/state-badge";
import { DateTime } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { RowLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { AlertState } from "../alerts/alert-state";
import type { StaffPayment } from "./payment-types";

/** What people have decided about the payment: how an open capture ended, and corrections of its books. */
export function DecisionList({ found: { decisions, corrections } }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const language = useLanguage();
  if (decisions.length + corrections.length === 0) return null;
  return (
    <Section title={t("decisions")}>
      <ul className="divide-y divide-line rounded-card border border-line">
        {decisions.map(({ id, verdict, reason, evidence, decidedBy, decidedAt }) => (
          <li key={id} className="px-4 py-3 wrap-anywhere">
            <p className="font-medium">{t(`verdicts.${verdict}`)}</p>
            <p>{t("why", { reason, evidence })}</p>
            <p className="text-ink-soft">
              {decidedBy} · <DateTime at={decidedAt} style="second" />
            </p>
          </li>
        ))}
        {corrections.map(({ id, kind, amount, status, reason, evidence, proposer, decider, proposedAt, ...rest }) => (
          <li key={id} className="px-4 py-3 wrap-anywhere">
            <p className="font-medium">
              {t(`correctionKinds.${kind}`)}
              {amount > 0n && ` · ${displayAmount(amount, language)}`} · {t(`correctionStates.${status}`)}
            </p>
            <p>{t("why", { reason, evidence })}</p>
            <p className="text-ink-soft">
              {proposer.email} · <DateTime at={proposedAt} style="second" />
              {decider && ` · ${t("decidedBy", { name: decider.email })}`}
              {rest.decisionNote && ` · ${rest.decisionNote}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The alerts about the payment, its refunds and its money returns. */
export function AlertTable({ found: { alerts } }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const kinds = useTranslations("staff.alertKinds");
  if (alerts.length === 0) return null;
  return (
    <Section title={t("alerts")}>
      <ul className="divide-y divide-line rounded-card border border-line">
        {alerts.map((alert) => (
          <li key={alert.alertId} className="px-4 py-3 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-x-4">
              <span className="font-medium">{kinds(alert.kind)}</span>
              <AlertState state={alert.state} />
            </p>
            <p lang="en">{alert.detail}</p>
            <p className="text-ink-soft">
              <DateTime at={alert.createdAt} style="second" />
              {alert.note && ` · ${alert.note}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Delivery = StaffPayment["deliveries"][number];

/** The webhook deliveries about the payment, its refunds and its link. */
export function DeliveryTable({ found: { deliveries, partner } }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const columns: ListColumn<Delivery>[] = [
    {
      key: "type",
      head: t("event"),
      width: 12,
      grows: true,
      card: "title",
      title: ({ type }) => type,
      cell: ({ id, type }) => (
        <RowLink href={`/staff/partners/${partner.partnerId}/deliveries/${id}`} className="font-mono text-xs">
          <span className="truncate">{type}</span>
        </RowLink>
      ),
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "value",
      cell: ({ status }) => <StateBadge kind="delivery" value={status} />,
    },
    {
      key: "last",
      head: t("lastAnswer"),
      width: 12,
      rank: 2,
      card: "note",
      cell: ({ last }) => last?.statusCode ?? last?.errorClass ?? "–",
    },
    { key: "tries", head: t("tries"), width: 6, align: "right", rank: 3, cell: ({ tries }) => tries },
    {
      key: "created",
      head: t("created"),
      width: 12,
      align: "right",
      rank: 1,
      card: "time",
      cell: ({ createdAt }) => <DateTime at={createdAt} style="second" />,
    },
  ];
  return (
    <Section title={t("deliveries")}>
      <ShortList
        caption={t("deliveries")}
        columns={columns}
        rows={deliveries}
        rowKey={({ id }) => id}
        empty={<p className="text-ink-soft">{t("noDeliveries")}</p>}
      />
    </Section>
  );
}
