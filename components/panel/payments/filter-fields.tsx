"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, Fragment } from "react";
import { paymentSources, refundedStates } from "@/server/domain/payments/payment-filters";
import { type PaymentQuery, readPaymentQuery } from "@/server/domain/payments/payment-query";
import { paymentStates } from "@/server/domain/states";
import { AmountBoundField, useAmountBounds } from "../../ui/amount-bounds";
import { Button } from "../../ui/button";
import { SelectField, TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useFieldsKey } from "../../ui/use-fields-key";
import { useTRPC } from "../trpc";
import { useStateWord } from "../words/state-badge";
import { listWords } from "./list-words";
import { toPaymentListPath } from "./use-payment-query";

const bounds = ["amountFrom", "amountTo"] as const;

/** The form of the filters; they take effect when it is submitted. */
export function FilterFields({
  query,
  onApply,
}: {
  query: PaymentQuery;
  onApply(changes: Partial<PaymentQuery>): void;
}) {
  const t = useWords(listWords);
  const stateWord = useStateWord();
  const fields = useFieldsKey(toPaymentListPath(query));
  const amounts = useAmountBounds(bounds, fields.key);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { search: _search, ...chosen } = readPaymentQuery((name) => form.get(name)?.toString() ?? null);
    const read = amounts.read(form);
    if (read === null) return;
    const changes = { ...chosen, amountFromKurus: read.amountFrom, amountToKurus: read.amountTo };
    fields.expectAddress(toPaymentListPath({ ...query, ...changes }));
    onApply(changes);
  };
  const choices = {
    status: paymentStates.map((value) => [value, stateWord("payment", value)] as const),
    refunded: refundedStates.map((value) => [value, stateWord("refunded", value)] as const),
    source: paymentSources.map((value) => [value, stateWord("source", value)] as const),
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
          <AmountBoundField
            key={name}
            label={t[name]}
            name={name}
            inUse={inUse[name]}
            error={amounts.isWrong(name) ? t.notAnAmount : null}
          />
        ))}
        <TextField label={t.fromDay} name="from" type="date" defaultValue={query.fromDay ?? ""} />
        <TextField label={t.toDay} name="to" type="date" defaultValue={query.toDay ?? ""} />
      </Fragment>
      <div className="col-span-full flex justify-end">
        <Button type="submit" tone="primary">
          {t.apply}
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
  const t = useWords(listWords);
  return (
    <SelectField label={t[name]} name={name} defaultValue={chosen ?? ""}>
      <option value="">{t.any}</option>
      {options.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  );
}

/** Mounted again when the terminals arrive, because defaultValue only selects an option that exists at mount. */
function TerminalChoice({ chosen }: { chosen: string | null }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.account.terminals.queryOptions());
  const options = (data ?? []).map(({ terminalId, name }) => [terminalId, name] as const);
  return <Choice key={options.length} name="terminal" chosen={chosen} options={options} />;
}
