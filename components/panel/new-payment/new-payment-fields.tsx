"use client";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { SelectField, TextArea, TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import type { Account, Terminal } from "../outputs";
import { countText } from "../words/counts";
import { newPaymentWords } from "./new-payment-words";
import { suggestOrderCode } from "./order-code";
import type { PaymentField } from "./refused-field";
import { type Draft, type DraftFault, findAmountLimits, isReady, type useDraft } from "./use-draft";

interface FieldsProps {
  readonly account: Account;
  readonly terminals: readonly Terminal[];
  readonly form: ReturnType<typeof useDraft>;
  readonly faults: readonly DraftFault[];
  readonly refusal: { readonly field: PaymentField; readonly message: string } | null;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The fields of a new payment, each with its problem. */
export function NewPaymentFields(props: FieldsProps) {
  const { terminals, form, onChange } = props;
  const t = useWords(newPaymentWords);
  const language = useLanguage();
  const problem = useProblems(props);
  return (
    <>
      <AmountField {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t.terminal}
          value={form.draft.terminalId}
          onChange={(event) => onChange({ terminalId: event.target.value })}
          error={problem("terminalId")}
        >
          {terminals.map((terminal) => (
            <option key={terminal.terminalId} value={terminal.terminalId} disabled={!isReady(terminal)}>
              {`${terminal.name} · ${isReady(terminal) ? terminal.acquirerBank : t.notReady}`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.installment}
          hint={t.installmentHint}
          value={form.installment ?? 1}
          onChange={(event) => onChange({ installment: Number(event.target.value) })}
          error={problem("installment")}
        >
          {form.counts.map((count) => (
            <option key={count} value={count}>
              {countText(count, language)}
            </option>
          ))}
        </SelectField>
      </div>
      <CodeField {...props} />
      <TextArea
        label={t.description}
        hint={t.descriptionHint}
        value={form.draft.description}
        maxLength={1024}
        autoComplete="off"
        onChange={(event) => onChange({ description: event.target.value })}
        error={problem("description")}
      />
    </>
  );
}

function AmountField(props: FieldsProps) {
  const { account, form, onChange } = props;
  const t = useWords(newPaymentWords);
  const language = useLanguage();
  const problem = useProblems(props);
  const { min, max } = findAmountLimits(account);
  const hasLimits = account.minAmountKurus !== null || account.maxAmountKurus !== null;
  return (
    <TextField
      label={t.amount}
      hint={hasLimits ? t.amountHint(displayAmount(min, language), displayAmount(max, language)) : undefined}
      value={form.draft.amount}
      inputMode="decimal"
      autoComplete="off"
      required
      placeholder={language === "tr" ? "0,00" : "0.00"}
      onChange={(event) => onChange({ amount: event.target.value })}
      error={problem("amount")}
    />
  );
}

function CodeField(props: FieldsProps) {
  const { form, onChange } = props;
  const t = useWords(newPaymentWords);
  const problem = useProblems(props);
  return (
    <div className="flex items-start gap-2 max-sm:flex-col">
      <TextField
        label={t.code}
        hint={t.codeHint}
        className="w-full"
        value={form.draft.partnerTxCode}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        required
        onChange={(event) => onChange({ partnerTxCode: event.target.value })}
        error={problem("partnerTxCode")}
      />
      <Button className="shrink-0 sm:mt-6.5" onClick={() => onChange({ partnerTxCode: suggestOrderCode() })}>
        {t.suggest}
      </Button>
    </div>
  );
}

/** Returns a function that finds the problem of a field: the screen's own check first, then the server's refusal. */
function useProblems({ account, faults, refusal }: FieldsProps) {
  const t = useWords(newPaymentWords);
  const language = useLanguage();
  const { min, max } = findAmountLimits(account);
  const sentences: Record<DraftFault, [PaymentField, string]> = {
    amount_unreadable: ["amount", t.amountBad],
    amount_outside: ["amount", t.amountOutside(displayAmount(min, language), displayAmount(max, language))],
    code_blank: ["partnerTxCode", t.codeBlank],
  };
  return (field: PaymentField): string | null => {
    const own = faults.map((fault) => sentences[fault]).find(([name]) => name === field);
    if (own) return own[1];
    return refusal?.field === field ? refusal.message : null;
  };
}
