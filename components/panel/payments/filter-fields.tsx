"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type PaymentQuery, readPaymentQuery } from "@/server/domain/payment-address";
import { paymentSources, refundedStates } from "@/server/domain/payment-selection";
import { paymentStates } from "@/server/domain/states";
import { AmountField } from "../../ui/amount-field";
import { Button } from "../../ui/button";
import { SelectField, TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useStateWord } from "../words/state-of";
import { listWords } from "./list-words";

/** The filters, as they are until they are applied. */
export function FilterFields({
  query,
  onApply,
}: {
  query: PaymentQuery;
  onApply(changes: Partial<PaymentQuery>): void;
}) {
  const said = useWords(listWords);
  const wordOf = useStateWord();
  const [amounts, setAmounts] = useState({
    ...{ amountFromKurus: query.amountFromKurus, amountToKurus: query.amountToKurus },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { search: _search, ...chosen } = readPaymentQuery((name) => form.get(name)?.toString() ?? null);
    onApply({ ...chosen, ...amounts });
  };
  const choices = {
    status: paymentStates.map((value) => [value, wordOf("payment", value)] as const),
    refunded: refundedStates.map((value) => [value, wordOf("refunded", value)] as const),
    source: paymentSources.map((value) => [value, wordOf("source", value)] as const),
  };
  return (
    <form
      className="grid grid-cols-2 items-end gap-3 rounded-card border border-line p-4 lg:grid-cols-4"
      onSubmit={submit}
    >
      <Choice name="status" chosen={query.status} options={choices.status} />
      <Choice name="refunded" chosen={query.refunded} options={choices.refunded} />
      <Choice name="source" chosen={query.source} options={choices.source} />
      <TerminalChoice chosen={query.terminalId} />
      <AmountField
        label={said.amountFrom}
        initial={query.amountFromKurus}
        onAmount={(amountFromKurus) => setAmounts((known) => ({ ...known, amountFromKurus }))}
      />
      <AmountField
        label={said.amountTo}
        initial={query.amountToKurus}
        onAmount={(amountToKurus) => setAmounts((known) => ({ ...known, amountToKurus }))}
      />
      <TextField label={said.fromDay} name="from" type="date" defaultValue={query.fromDay ?? ""} />
      <TextField label={said.toDay} name="to" type="date" defaultValue={query.toDay ?? ""} />
      <div className="col-span-full flex justify-end">
        <Button type="submit" tone="primary">
          {said.apply}
        </Button>
      </div>
    </form>
  );
}

function Choice({
  name,
  chosen,
  options,
}: {
  name: "status" | "refunded" | "source" | "terminal";
  chosen: string | null;
  options: readonly (readonly [value: string, word: string])[];
}) {
  const said = useWords(listWords);
  return (
    <SelectField label={said[name]} name={name} defaultValue={chosen ?? ""}>
      <option value="">{said.any}</option>
      {options.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  );
}

/** Drawn again when the terminals are there, so that the chosen one is chosen. */
function TerminalChoice({ chosen }: { chosen: string | null }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.account.terminals.queryOptions());
  const options = (data ?? []).map(({ terminalId, name }) => [terminalId, name] as const);
  return <Choice key={options.length} name="terminal" chosen={chosen} options={options} />;
}
