"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { MiddleText } from "../../ui/list/middle-text";
import type { StaffAction } from "./staff-action";
import { AuditOutcome, useStaffAuditTexts } from "./staff-audit-entry";
import { staffActionWord } from "./staff-audit-words";

/** The areas that the filter offers; every other one is found by its address. */
export const auditAreasOfStaff = [
  "self",
  "people",
  "viewing",
  "partner",
  "account",
  "team",
  "key",
  "link",
  "refund",
  "payout",
  "terminal",
  "tariff",
  "bin",
  "open",
  "alert",
  "approval",
  "webhook",
  "audit",
] as const;

/** The areas in which something is done about a merchant. */
export const auditAreasOfMerchant = [
  "partner",
  "account",
  "self",
  "team",
  "viewing",
  "key",
  "webhook",
  "link",
  "refund",
  "terminal",
] as const satisfies readonly (typeof auditAreasOfStaff)[number][];

/** The columns of actions of audit logs. */
export function useAuditColumns(open: (entry: StaffAction) => void): ListColumn<StaffAction>[] {
  const t = useTranslations("staff.audit");
  const texts = useStaffAuditTexts();
  return [
    {
      key: "at",
      head: t("at"),
      width: 12,
      card: "time",
      cell: ({ beganAt }) => <DateTime at={beganAt} style="second" />,
    },
    {
      key: "action",
      head: t("action"),
      width: 14,
      grows: true,
      card: "title",
      title: ({ action }) => staffActionWord(action, texts),
      cell: (entry) => (
        <button
          type="button"
          data-opens
          className="block max-w-full cursor-pointer truncate text-left text-accent underline-offset-2 hover:underline"
          aria-label={t("openEntry", { action: staffActionWord(entry.action, texts) })}
          onClick={() => open(entry)}
        >
          {staffActionWord(entry.action, texts)}
        </button>
      ),
    },
    {
      key: "who",
      head: t("who"),
      width: 13,
      rank: 1,
      card: "state",
      title: ({ actorName }) => actorName,
      cell: ({ actorName }) => actorName,
    },
    {
      key: "log",
      head: t("log"),
      width: 10,
      rank: 3,
      title: ({ scope, partnerName }) => partnerName ?? scope,
      cell: ({ scope, partnerName }) => (scope === "staff" ? t("staffLog") : (partnerName ?? scope)),
    },
    {
      key: "subject",
      head: t("subject"),
      width: 11,
      rank: 2,
      title: ({ subject }) => subject ?? undefined,
      cell: ({ subject }) =>
        subject === null ? (
          "–"
        ) : (
          <span className="block max-w-full font-mono text-xs">
            <MiddleText text={subject} />
          </span>
        ),
    },
    {
      key: "outcome",
      head: t("outcome"),
      width: 9,
      card: "value",
      cell: ({ outcome }) => <AuditOutcome outcome={outcome} />,
    },
  ];
}
