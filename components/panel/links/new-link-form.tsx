"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { AmountField } from "../../ui/amount-field";
import { isAmount } from "../../ui/amount-text";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { SelectField, TextArea, TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { CountsField } from "./counts-field";
import { ItemsEditor } from "./items-editor";
import type { LinkTerms, Terminal } from "./link-type";
import { hasProblems, type LinkDraft, noProblems, problemsOf } from "./new-link-draft";
import { newLinkWords } from "./new-link-words";
import { ShareOfCommission } from "./share-of-commission";

interface NewLinkFormProps {
  readonly draft: LinkDraft;
  readonly terms: LinkTerms;
  readonly terminals: readonly Terminal[];
  readonly isBusy: boolean;
  /** Why the server refused it. */
  readonly error: unknown;
  onChange(changes: Partial<LinkDraft>): void;
  /** @param amountKurus the draft's; it has no problems */
  onSubmit(amountKurus: bigint): void;
}

/** A new link's fields. What is wrong is said once somebody has tried to create it, and the first such field is led to. */
export function NewLinkForm({
  draft,
  terms,
  terminals,
  isBusy,
  error,
  onChange,
  onSubmit,
}: NewLinkFormProps) {
  const said = useWords(newLinkWords);
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  /** How often the amount was set by something else than its field, which is then written anew. */
  const [anew, setAnew] = useState(0);
  const found = problemsOf(draft, terms.allowedHosts);
  const problems = tries > 0 ? found : noProblems;
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasProblems(found) || !isAmount(draft.amountKurus)) setTries((count) => count + 1);
    else onSubmit(draft.amountKurus);
  };
  const { amountKurus } = draft;
  return (
    <form ref={form} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <MainFields {...{ draft, terms, terminals, problems, onChange, anew }} />
      <ItemsEditor
        items={draft.items}
        amountKurus={amountKurus}
        problems={problems}
        onChange={(items) => onChange({ items })}
        onTakeSum={(sum) => {
          onChange({ amountKurus: sum });
          setAnew((count) => count + 1);
        }}
      />
      {tries > 0 && hasProblems(found) && <Notice tone="bad">{said.fix}</Notice>}
      {error ? <FailureNotice error={error} title={said.failed} unanswered={said.unanswered} /> : null}
      <div>
        <Button type="submit" tone="primary" isBusy={isBusy} className="max-sm:w-full">
          {isAmount(amountKurus) ? said.createFor(displayAmount(amountKurus, language)) : said.create}
        </Button>
      </div>
    </form>
  );
}

function MainFields({
  draft,
  terms: { allowedHosts },
  terminals,
  problems,
  anew,
  onChange,
}: Pick<NewLinkFormProps, "draft" | "terms" | "terminals" | "onChange"> & {
  problems: typeof noProblems;
  anew: number;
}) {
  const said = useWords(newLinkWords);
  const { terminalId, amountKurus, customerShareBps, counts } = draft;
  const words = (field: Exclude<keyof typeof problems, "items">) => {
    const problem = problems[field];
    return problem ? said.problems[problem] : null;
  };
  const permitted = terminals.find((one) => one.terminalId === terminalId)?.effectiveCounts ?? [];
  const hosts = allowedHosts.length > 0 ? said.redirectHosts(allowedHosts.join(", ")) : null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          key={anew}
          label={said.amount}
          initial={amountKurus}
          required
          error={words("amount")}
          onAmount={(kurus) => onChange({ amountKurus: kurus })}
        />
        <TerminalField {...{ terminalId, terminals, error: words("terminal"), onChange }} />
      </div>
      <TextArea
        label={`${said.description} (${said.optional})`}
        hint={said.descriptionHint}
        rows={2}
        value={draft.description}
        error={words("description")}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <TextField
        label={`${said.payerName} (${said.optional})`}
        hint={said.payerHint}
        autoComplete="off"
        value={draft.payerName}
        error={words("payerName")}
        onChange={({ currentTarget: { value } }) => onChange({ payerName: value })}
      />
      <ShareOfCommission
        shareBps={customerShareBps}
        onChange={(bps) => onChange({ customerShareBps: bps })}
      />
      <CountsField
        permitted={permitted}
        chosen={counts}
        error={words("counts")}
        onChange={(chosen) => onChange({ counts: chosen })}
      />
      <TextField
        label={`${said.redirectUrl} (${said.optional})`}
        hint={[said.redirectHint, hosts].filter(Boolean).join(" ")}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={draft.redirectUrl}
        error={words("redirectUrl")}
        onChange={({ currentTarget: { value } }) => onChange({ redirectUrl: value })}
      />
    </>
  );
}

function TerminalField({
  terminalId,
  terminals,
  error,
  onChange,
}: Pick<NewLinkFormProps, "terminals" | "onChange"> & { terminalId: string; error: string | null }) {
  const said = useWords(newLinkWords);
  return (
    <SelectField
      label={said.terminal}
      value={terminalId}
      error={error}
      hint={terminals.length === 0 ? said.noTerminal : undefined}
      onChange={({ currentTarget: { value } }) => onChange({ terminalId: value, counts: null })}
    >
      {terminals.map((one) => (
        <option key={one.terminalId} value={one.terminalId}>
          {one.name}
        </option>
      ))}
    </SelectField>
  );
}
