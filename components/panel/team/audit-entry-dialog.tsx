"use client";
import { type ErrorCode, errorCatalogue, type Language, wordsOf } from "@/server/domain/errors";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { actionWord } from "./audit-actions";
import { detailFact } from "./audit-detail";
import { type AuditedAction, OutcomeState } from "./audit-outcome";
import { auditWords } from "./audit-words";

/** Everything that is on record of one action. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditedAction; onClose(): void }) {
  const said = useWords(auditWords);
  const language = useLanguage();
  const { number, endNumber, actorKind, actorName, subject, code } = entry;
  const kind = said.kinds[actorKind as keyof typeof said.kinds] ?? actorKind;
  const facts: Fact[] = [
    { term: said.outcome, value: <OutcomeState outcome={entry.outcome} /> },
    ...(code === null ? [] : [{ term: said.why, value: sentenceOf(code, language) }]),
    { term: said.who, value: `${actorName} (${kind})` },
    ...(subject === null ? [] : [{ term: said.subject, value: <Code text={subject} /> }]),
    ...detailFacts(entry, language),
    { term: said.began, value: <Moment at={entry.at} style="second" /> },
    ...(entry.endedAt ? [{ term: said.ended, value: <Moment at={entry.endedAt} style="second" /> }] : []),
    { term: said.sourceIp, value: <Code text={entry.sourceIp} /> },
    { term: said.action, value: <Code text={entry.action} /> },
    { term: said.number, value: endNumber === null ? String(number) : `${number}, ${endNumber}` },
    { term: said.hash, value: <Code text={entry.hash} /> },
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={actionWord(entry.action, language)}
      description={entry.outcome === "unfinished" ? said.unfinishedHelp : undefined}
      actions={<Button onClick={onClose}>{said.close}</Button>}
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

/** A code of the catalogue as its sentence. */
const sentenceOf = (code: string, language: Language): string =>
  code in errorCatalogue ? wordsOf(code as ErrorCode, language) : code;
