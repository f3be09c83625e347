import type { PayTexts } from "@/messages/pay-texts";
import type { BankForm } from "@/server/domain/payments/buyer-page";

interface ToBankFormProps {
  readonly form: BankForm;
  readonly texts: PayTexts;
}

/**
 * Renders the form that takes the browser to the bank: sent by the script, or by a button when the script does not run
 * or is slow.
 */
export const ToBankForm = ({ form, texts: { t } }: ToBankFormProps) => (
  <form method="post" action={form.action} data-to-bank="">
    {form.fields.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat and the list never changes
      <input key={index} type="hidden" name={name} value={value} />
    ))}
    <noscript>
      <p className="ask">{t("bank.withoutScript")}</p>
      <button type="submit" className="button">
        {t("bank.go")}
      </button>
    </noscript>
    <button type="submit" className="button quiet late">
      {t("bank.go")}
    </button>
  </form>
);
