"use client";
import { DateTime } from "@/components/ui/date-time";
import { type ErrorCode, errorCatalogue, type Language, toPublicMessage } from "@/server/domain/errors";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { actionWord } from "./audit-actions";
import { detailFact } from "./audit-detail";
import { type AuditedAction, OutcomeState } from "./audit-outcome";
import { auditWords } from "./audit-words";

/** All recorded data of one audited action. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditedAction; onClose(): void }) {
  const t = useWords(auditWords);
  const language = useLanguage();
  const { number, endNumber, actorKind, actorName, subject, code } = entry;
  const kind = t.kinds[actorKind as keyof typeof t.kinds] ?? actorKind;
  const facts: Fact[] = [
    { term: t.outcome, value: <OutcomeState outcome={entry.outcome} /> },
    ...(code === null ? [] : [{ term: t.why, value: formatSentence(code, language) }]),
    { term: t.who, value: `${actorName} (${kind})` },
    ...(subject === null ? [] : [{ term: t.subject, value: <Code text={subject} /> }]),
    ...detailFacts(entry, language),
    { term: t.began, value: <DateTime at={entry.at} style="second" /> },
    ...(entry.endedAt ? [{ term: t.ended, value: <DateTime at={entry.endedAt} style="second" /> }] : []),
    { term: t.sourceIp, value: <Code text={entry.sourceIp} /> },
    { term: t.action, value: <Code text={entry.action} /> },
    { term: t.number, value: endNumber === null ? String(number) : `${number}, ${endNumber}` },
    { term: t.hash, value: <Code text={entry.hash} /> },
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={actionWord(entry.action, language)}
      description={entry.outcome === "unfinished" ? t.unfinishedHelp : undefined}
      actions={<Button onClick={onClose}>{t.close}</Button>}
    >
      <Facts facts={facts} />
    </Dialog>
  );
}

const Code = ({ text }: { text: string }) => <span className="font-mono text-xs wrap-anywhere">{text}</span>;

const detailFacts = ({ detail }: AuditedAction, language: Language): Fact[] =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => detailFact(name, value, language));

/** Returns the catalogue's sentence for an error code, or the code itself when it is unknown. */
const formatSentence = (code: string, language: Language): string =>
  code in errorCatalogue ? toPublicMessage(code as ErrorCode, language) : code;
