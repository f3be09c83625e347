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

function useQuestions(partner: PartnerDetail, activity: PartnerActivity): readonly Question[] {
  const t = useTranslations("staff.merchant.questions");
  const { partnerId, missingDocuments, counts, hasIban, holdReason } = partner;
  const to = (tab: string, label: string) => <TextLink href={`/staff/partners/${partnerId}/${tab}`}>{label}</TextLink>;
  const { capturesUnknown, undelivered, refundsPending, refundRequests, waitingChanges, wantedName, wantsLogo } =
    activity;
  const questions: (Question | false)[] = [
    holdReason === "missing_documents" && {
      key: "documents",
      tone: missingDocuments.length > 0 ? "warn" : "info",
      text: missingDocuments.length > 0 ? t("documents", { count: missingDocuments.length }) : t("documentsDone"),
      since: partner.heldSince,
      link: to("documents", t("toDocuments")),
    },
    capturesUnknown !== null && {
      key: "unknown",
      tone: "bad",
      text: t("unknown", { count: capturesUnknown.count }),
      since: capturesUnknown.at,
    },
    undelivered !== null && {
      key: "undelivered",
      tone: "bad",
      text: t("undelivered", { count: undelivered.count }),
      since: undelivered.at,
      link: to("webhooks", t("toWebhooks")),
    },
    refundsPending !== null && {
      key: "refunds",
      tone: "warn",
      text: t("refunds", { count: refundsPending.count }),
      since: refundsPending.at,
    },
    refundRequests !== null && {
      key: "requests",
      tone: "info",
      text: t("requests", { count: refundRequests.count }),
      since: refundRequests.at,
    },
    waitingChanges > 0 && {
      key: "changes",
      tone: "info",
      text: t("changes", { count: waitingChanges }),
      link: <TextLink href="/staff/approvals">{t("toChanges")}</TextLink>,
    },
    wantedName !== null && {
      key: "name",
      tone: "info",
      text: t("name", { name: wantedName }),
      link: <TextLink href="/staff/brand-requests">{t("toNames")}</TextLink>,
    },
    wantsLogo && {
      key: "logo",
      tone: "info",
      text: t("logo"),
      link: <TextLink href="/staff/brand-requests">{t("toNames")}</TextLink>,
    },
    counts.users === 0 && { key: "people", tone: "warn", text: t("people"), link: to("people", t("toPeople")) },
    counts.terminals === 0 && {
      key: "terminals",
      tone: "warn",
      text: t("terminals"),
      link: to("terminals", t("toTerminals")),
    },
    !hasIban && { key: "iban", tone: "warn", text: t("iban"), link: to("profile", t("toProfile")) },
  ];
  return questions.filter((question) => question !== false);
}
