import type { BankForm } from "@/server/domain/payments/buyer-page";
import type { Words } from "./words";

interface ToBankFormProps {
  readonly form: BankForm;
  readonly words: Pick<Words["bank"], "withoutScript" | "go">;
}

/**
 * Renders the form that takes the browser to the bank: sent by the script, or by a button when the script does not run
 * or is slow.
 */
export const ToBankForm = ({ form, words }: ToBankFormProps) => (
  <form method="post" action={form.action} data-to-bank="">
    {form.fields.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat and the list never changes
      <input key={index} type="hidden" name={name} value={value} />
    ))}
    <noscript>
      <p className="ask">{words.withoutScript}</p>
      <button type="submit" className="button">
        {words.go}
      </button>
    </noscript>
    <button type="submit" className="button quiet late">
      {words.go}
    </button>
  </form>
);
