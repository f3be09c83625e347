"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { displayAmount, isPaymentAmount } from "@/server/domain/money";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { SelectField, TextArea, TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { ItemsEditor } from "./items-editor";
import type { LinkTerms, Terminal } from "./link-types";
import { findProblems, hasProblems, type LinkDraft, noProblems } from "./new-link-draft";
import { CommissionShareField, CountsField } from "./new-link-fields";
import { newLinkWords } from "./new-link-words";

interface NewLinkFormProps {
  readonly draft: LinkDraft;
  readonly terms: LinkTerms;
  readonly terminals: readonly Terminal[];
  readonly isBusy: boolean;
  /** The error with which the server refused the link. */
  readonly error: unknown;
  onChange(changes: Partial<LinkDraft>): void;
  /** Called only for a draft without problems. @param amountKurus the draft's amount in kuruş */
  onSubmit(amountKurus: bigint): void;
}

/**
 * The fields of a new link. Problems are shown after the first attempt to create it, and the first such field gets
 * focus.
 */
export function NewLinkForm({ draft, terms, terminals, isBusy, error, onChange, onSubmit }: NewLinkFormProps) {
  const t = useWords(newLinkWords);
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // The React key of the amount field. It changes when something else sets the amount, so that the field shows the new
  // value.
  const [amountKey, setAmountKey] = useState(0);
  const found = findProblems(draft, terms.allowedHosts);
  const problems = tries > 0 ? found : noProblems;
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasProblems(found) || !isPaymentAmount(draft.amountKurus)) setTries((count) => count + 1);
    else onSubmit(draft.amountKurus);
  };
  const { amountKurus } = draft;
  return (
    <form ref={form} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <MainFields {...{ draft, terms, terminals, problems, onChange, amountKey }} />
      <ItemsEditor
        items={draft.items}
        amountKurus={amountKurus}
        problems={problems}
        onChange={(items) => onChange({ items })}
        onTakeSum={(sum) => {
          onChange({ amountKurus: sum });
          setAmountKey((count) => count + 1);
        }}
      />
      {tries > 0 && hasProblems(found) && <Notice tone="bad">{t.fix}</Notice>}
      {error ? <FailureNotice error={error} title={t.failed} unanswered={t.unanswered} /> : null}
      <div>
        <Button type="submit" tone="primary" isBusy={isBusy} className="max-sm:w-full">
          {isPaymentAmount(amountKurus) ? t.createFor(displayAmount(amountKurus, language)) : t.create}
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
  amountKey,
  onChange,
}: Pick<NewLinkFormProps, "draft" | "terms" | "terminals" | "onChange"> & {
  problems: typeof noProblems;
  amountKey: number;
}) {
  const t = useWords(newLinkWords);
  const { terminalId, amountKurus, customerShareBps, counts } = draft;
  const findMessage = (field: Exclude<keyof typeof problems, "items">) => {
    const problem = problems[field];
    return problem ? t.problems[problem] : null;
  };
  const permitted = terminals.find((one) => one.terminalId === terminalId)?.effectiveCounts ?? [];
  const hosts = allowedHosts.length > 0 ? t.redirectHosts(allowedHosts.join(", ")) : null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          key={amountKey}
          label={t.amount}
          initial={amountKurus}
          required
          error={findMessage("amount")}
          onAmount={(kurus) => onChange({ amountKurus: kurus })}
        />
        <TerminalField {...{ terminalId, terminals, error: findMessage("terminal"), onChange }} />
      </div>
      <TextArea
        label={`${t.description} (${t.optional})`}
        hint={t.descriptionHint}
        rows={2}
        value={draft.description}
        error={findMessage("description")}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <TextField
        label={`${t.payerName} (${t.optional})`}
        hint={t.payerHint}
        autoComplete="off"
        value={draft.payerName}
        error={findMessage("payerName")}
        onChange={({ currentTarget: { value } }) => onChange({ payerName: value })}
      />
      <CommissionShareField shareBps={customerShareBps} onChange={(bps) => onChange({ customerShareBps: bps })} />
      <CountsField
        permitted={permitted}
        chosen={counts}
        error={findMessage("counts")}
        onChange={(chosen) => onChange({ counts: chosen })}
      />
      <TextField
        label={`${t.redirectUrl} (${t.optional})`}
        hint={[t.redirectHint, hosts].filter(Boolean).join(" ")}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={draft.redirectUrl}
        error={findMessage("redirectUrl")}
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
  const t = useWords(newLinkWords);
  return (
    <SelectField
      label={t.terminal}
      value={terminalId}
      error={error}
      hint={terminals.length === 0 ? t.noTerminal : undefined}
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
