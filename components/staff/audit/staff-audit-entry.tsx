"use client";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import { errorCatalogue } from "@/server/domain/error-catalogue";
import { type ErrorCode, toPublicMessage } from "@/server/domain/errors";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Dialog } from "../../ui/dialog";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage } from "../../ui/language";
import { ShortList } from "../../ui/list/short-list";
import { State } from "../../ui/state";
import type { StaffAction } from "./staff-action";
import { type StaffAuditTexts, staffActionWord, staffFieldWord, staffValueText } from "./staff-audit-words";

const tones = { done: "good", refused: "bad", unfinished: "warn" } as const;

/** The outcome of an audited action. */
export function AuditOutcome({ outcome }: Pick<StaffAction, "outcome">) {
  const t = useTranslations("staff.audit");
  return <State tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</State>;
}

/** All recorded facts of one action: who, when, why, and each changed field before and after. */
export function StaffAuditEntry({ entry, onClose }: { entry: StaffAction; onClose(): void }) {
  const t = useTranslations("staff.audit");
  const texts = useStaffAuditTexts();
  const { reason, before, after, ...rest } = entry.detail;
  const changes = toChanges(before, after, texts);
  const facts: Fact[] = [
    { term: t("outcome"), value: <AuditOutcome outcome={entry.outcome} /> },
    ...(entry.code === null ? [] : [{ term: t("refusal"), value: sentence(entry.code, texts.language) }]),
    { term: t("who"), value: `${entry.actorName} (${kindText(entry.actorKind, t)})` },
    ...(reason === undefined || reason === null ? [] : [{ term: t("reason"), value: String(reason) }]),
    { term: t("log"), value: entry.scope === "staff" ? t("staffLog") : (entry.partnerName ?? entry.scope) },
    ...(entry.subject === null ? [] : [{ term: t("subject"), value: <Code text={entry.subject} /> }]),
    ...Object.entries(rest)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ term: staffFieldWord(name, texts), value: staffValueText(name, value, texts) })),
    { term: t("began"), value: <DateTime at={entry.beganAt} style="second" /> },
    ...(entry.endedAt ? [{ term: t("ended"), value: <DateTime at={entry.endedAt} style="second" /> }] : []),
    { term: t("sourceIp"), value: <Code text={entry.sourceIp} /> },
    { term: t("actionName"), value: <Code text={entry.action} /> },
    { term: t("number"), value: String(entry.number) },
    { term: t("hash"), value: <Code text={entry.hash} /> },
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={staffActionWord(entry.action, texts)}
      actions={<Button onClick={onClose}>{t("close")}</Button>}
    >
      {changes.length > 0 && (
        <ShortList
          caption={t("changes")}
          columns={[
            { key: "field", head: t("field"), width: 10, card: "title", cell: ({ field }) => field },
            {
              key: "before",
              head: t("before"),
              width: 8,
              card: "line",
              cell: (change) => <Value text={change.before} />,
            },
            {
              key: "after",
              head: t("after"),
              width: 8,
              grows: true,
              card: "line",
              cell: (change) => <Value text={change.after} />,
            },
          ]}
          rows={changes}
          rowKey={({ field }) => field}
          empty={null}
        />
      )}
      <Facts facts={facts} />
    </Dialog>
  );
}

/** Returns what the words of entries need in the language of the page. */
export function useStaffAuditTexts(): StaffAuditTexts {
  return {
    language: useLanguage(),
    t: useTranslations("staff.audit"),
    shared: useTranslations("shared.audit"),
    roles: useTranslations("staff.roles"),
    reasons: useTranslations("staff.reasons"),
  };
}

interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Returns a row for each changed field; a side on which it did not exist has a dash. */
function toChanges(before: unknown, after: unknown, texts: StaffAuditTexts): Change[] {
  const [former, next] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(former), ...Object.keys(next)])].map((name) => ({
    field: staffFieldWord(name, texts),
    before: staffValueText(name, former[name], texts),
    after: staffValueText(name, next[name], texts),
  }));
}

const toFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const Value = ({ text }: { text: string }) => <span className="whitespace-pre-line wrap-anywhere">{text}</span>;

const Code = ({ text }: { text: string }) => <span className="font-mono text-xs wrap-anywhere">{text}</span>;

const kinds = ["user", "staff", "system"] as const;

/** Returns the name of an actor's kind. An unknown one is shown as it is recorded. */
function kindText(kind: string, t: Translator<"staff.audit">): string {
  const known = kinds.find((one) => one === kind);
  return known ? t(`kinds.${known}`) : kind;
}

const sentence = (code: string, language: "tr" | "en"): string =>
  code in errorCatalogue ? toPublicMessage(code as ErrorCode, language) : code;
