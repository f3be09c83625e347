"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "../../ui/date-time";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State, type StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import type { PartnerActivity, PartnerDetail } from "../partner-types";

interface Question {
  readonly key: string;
  readonly tone: StateTone;
  readonly text: string;
  readonly since?: Date | null;
  /** Where the question is answered. */
  readonly link?: ReactNode;
}

/** What staff have to look at about a merchant: what is missing, what is uncertain, what was asked for. */
export function OpenQuestions({ partner, activity }: { partner: PartnerDetail; activity: PartnerActivity }) {
  const t = useTranslations("staff.merchant.questions");
  const questions = useQuestions(partner, activity);
  return (
    <Section title={t("title")}>
      {questions.length === 0 ? (
        <Notice tone="good">{t("none")}</Notice>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line">
          {questions.map(({ key, tone, text, since, link }) => (
            <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <State tone={tone}>
                  <span className="whitespace-normal">{text}</span>
                </State>
                {since && (
                  <span className="text-ink-soft">
                    <DateTime at={since} />
                  </span>
                )}
              </span>
              {link}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type Questions = readonly (Question | false)[];

const useQuestions = (partner: PartnerDetail, activity: PartnerActivity): readonly Question[] =>
  [
    ...useAcceptanceQuestions(partner),
    ...useMoneyQuestions(partner, activity),
    ...useRequestQuestions(activity),
    ...useSetUpQuestions(partner),
  ].filter((question) => question !== false);

/** Why payments are not accepted. */
function useAcceptanceQuestions({ partnerId, holdReason, heldSince, missingDocuments }: PartnerDetail): Questions {
  const t = useTranslations("staff.merchant.questions");
  const reasons = useTranslations("staff.reasons");
  const count = missingDocuments.length;
  if (holdReason === null) return [];
  if (holdReason !== "missing_documents") {
    return [{ key: "hold", tone: "warn", text: t("hold", { reason: reasons(holdReason) }), since: heldSince }];
  }
  return [
    {
      key: "documents",
      tone: count > 0 ? "warn" : "info",
      text: count > 0 ? t("documents", { count }) : t("documentsDone"),
      since: heldSince,
      link: <TextLink href={`/staff/partners/${partnerId}/documents`}>{t("toDocuments")}</TextLink>,
    },
  ];
}

/** What is uncertain or failed about payments, refunds and deliveries. */
function useMoneyQuestions({ partnerId }: PartnerDetail, activity: PartnerActivity): Questions {
  const t = useTranslations("staff.merchant.questions");
  const { capturesUnknown, heldPayments, undelivered, refundsPending, refundRequests } = activity;
  const toOpen = <TextLink href="/staff/open">{t("toOpen")}</TextLink>;
  const toWebhooks = <TextLink href={`/staff/partners/${partnerId}/webhooks`}>{t("toWebhooks")}</TextLink>;
  const rows = [
    { key: "unknown", tone: "bad", counted: capturesUnknown, link: toOpen },
    { key: "held", tone: "bad", counted: heldPayments, link: toOpen },
    { key: "undelivered", tone: "bad", counted: undelivered, link: toWebhooks },
    { key: "refunds", tone: "warn", counted: refundsPending, link: toOpen },
    { key: "requests", tone: "info", counted: refundRequests, link: null },
  ] as const;
  return rows.map(
    ({ key, tone, counted, link }) =>
      counted !== null && { key, tone, text: t(key, { count: counted.count }), since: counted.at, link },
  );
}

/** What waits for a decision of staff. */
function useRequestQuestions({ waitingChanges, wantedName, wantsLogo }: PartnerActivity): Questions {
  const t = useTranslations("staff.merchant.questions");
  const toRequests = <TextLink href="/staff/brand-requests">{t("toNames")}</TextLink>;
  return [
    waitingChanges > 0 && {
      key: "changes",
      tone: "info",
      text: t("changes", { count: waitingChanges }),
      link: <TextLink href="/staff/approvals">{t("toChanges")}</TextLink>,
    },
    wantedName !== null && { key: "name", tone: "info", text: t("name", { name: wantedName }), link: toRequests },
    wantsLogo && { key: "logo", tone: "info", text: t("logo"), link: toRequests },
  ];
}

/** What the account lacks to take payments and to be paid out. */
function useSetUpQuestions({ partnerId, counts, hasIban }: PartnerDetail): Questions {
  const t = useTranslations("staff.merchant.questions");
  const to = (tab: string, label: string) => <TextLink href={`/staff/partners/${partnerId}/${tab}`}>{label}</TextLink>;
  return [
    counts.users === 0 && { key: "people", tone: "warn", text: t("people"), link: to("people", t("toPeople")) },
    counts.terminals === 0 && {
      key: "terminals",
      tone: "warn",
      text: t("terminals"),
      link: to("terminals", t("toTerminals")),
    },
    !hasIban && { key: "iban", tone: "warn", text: t("iban"), link: to("profile", t("toProfile")) },
  ];
}
