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
import { type Draft, type DraftFault, isReady, limitsOf, type useDraft } from "./use-draft";

interface FieldsProps {
  readonly account: Account;
  readonly terminals: readonly Terminal[];
  readonly form: ReturnType<typeof useDraft>;
  readonly faults: readonly DraftFault[];
  readonly refusal: { readonly field: PaymentField; readonly message: string } | null;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The fields of a new payment, each with what is wrong with it. */
export function NewPaymentFields(props: FieldsProps) {
  const { terminals, form, onChange } = props;
  const said = useWords(newPaymentWords);
  const language = useLanguage();
  const problem = useProblems(props);
  return (
    <>
      <AmountField {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={said.terminal}
          value={form.draft.terminalId}
          onChange={(event) => onChange({ terminalId: event.target.value })}
          error={problem("terminalId")}
        >
          {terminals.map((terminal) => (
            <option key={terminal.terminalId} value={terminal.terminalId} disabled={!isReady(terminal)}>
              {`${terminal.name} · ${isReady(terminal) ? terminal.acquirerBank : said.notReady}`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={said.installment}
          hint={said.installmentHint}
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
        label={said.description}
        hint={said.descriptionHint}
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
  const said = useWords(newPaymentWords);
  const language = useLanguage();
  const problem = useProblems(props);
  const { min, max } = limitsOf(account);
  const hasLimits = account.minAmountKurus !== null || account.maxAmountKurus !== null;
  return (
    <TextField
      label={said.amount}
      hint={
        hasLimits ? said.amountHint(displayAmount(min, language), displayAmount(max, language)) : undefined
      }
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
  const said = useWords(newPaymentWords);
  const problem = useProblems(props);
  return (
    <div className="flex items-start gap-2 max-sm:flex-col">
      <TextField
        label={said.code}
        hint={said.codeHint}
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
        {said.suggest}
      </Button>
    </div>
  );
}

/** What is wrong with a field: what the screen sees by itself, else what the server said. */
function useProblems({ account, faults, refusal }: FieldsProps) {
  const said = useWords(newPaymentWords);
  const language = useLanguage();
  const { min, max } = limitsOf(account);
  const sentences: Record<DraftFault, [PaymentField, string]> = {
    amount_unreadable: ["amount", said.amountBad],
    amount_outside: [
      "amount",
      said.amountOutside(displayAmount(min, language), displayAmount(max, language)),
    ],
    code_blank: ["partnerTxCode", said.codeBlank],
  };
  return (field: PaymentField): string | null => {
    const own = faults.map((fault) => sentences[fault]).find(([name]) => name === field);
    if (own) return own[1];
    return refusal?.field === field ? refusal.message : null;
  };
}
