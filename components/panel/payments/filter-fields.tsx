"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, Fragment } from "react";
import { type PaymentQuery, readPaymentQuery } from "@/server/domain/payments/payment-address";
import { paymentSources, refundedStates } from "@/server/domain/payments/payment-selection";
import { paymentStates } from "@/server/domain/states";
import { AmountBound, useAmountBounds } from "../../ui/amount-bounds";
import { Button } from "../../ui/button";
import { SelectField, TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useFieldsKey } from "../../ui/use-fields-key";
import { useTRPC } from "../trpc";
import { useStateWord } from "../words/state-of";
import { listWords } from "./list-words";
import { addressOf } from "./use-payment-query";

const bounds = ["amountFrom", "amountTo"] as const;

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
  const fields = useFieldsKey(addressOf(query));
  const amounts = useAmountBounds(bounds, fields.key);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { search: _search, ...chosen } = readPaymentQuery((name) => form.get(name)?.toString() ?? null);
    const read = amounts.read(form);
    if (read === null) return;
    const changes = { ...chosen, amountFromKurus: read.amountFrom, amountToKurus: read.amountTo };
    fields.applying(addressOf({ ...query, ...changes }));
    onApply(changes);
  };
  const choices = {
    status: paymentStates.map((value) => [value, wordOf("payment", value)] as const),
    refunded: refundedStates.map((value) => [value, wordOf("refunded", value)] as const),
    source: paymentSources.map((value) => [value, wordOf("source", value)] as const),
  };
  const inUse = { amountFrom: query.amountFromKurus, amountTo: query.amountToKurus };
  return (
    <form
      className="grid grid-cols-2 items-start gap-3 rounded-card border border-line p-4 lg:grid-cols-4"
      onSubmit={submit}
    >
      <Fragment key={fields.key}>
        <Choice name="status" chosen={query.status} options={choices.status} />
        <Choice name="refunded" chosen={query.refunded} options={choices.refunded} />
        <Choice name="source" chosen={query.source} options={choices.source} />
        <TerminalChoice chosen={query.terminalId} />
        {bounds.map((name) => (
          <AmountBound
            key={name}
            label={said[name]}
            name={name}
            inUse={inUse[name]}
            error={amounts.isWrong(name) ? said.notAnAmount : null}
          />
        ))}
        <TextField label={said.fromDay} name="from" type="date" defaultValue={query.fromDay ?? ""} />
        <TextField label={said.toDay} name="to" type="date" defaultValue={query.toDay ?? ""} />
      </Fragment>
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
