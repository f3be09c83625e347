import type { PayTexts } from "@/messages/pay-texts";
import type { CardField, CardFieldErrors } from "@/server/domain/payments/card-form";
import type { Sentences } from "./sentences";

interface NoticeProps {
  /** The sentences about the refused card; null when only fields have errors. */
  readonly sentences: Sentences | null;
  /** The errors of the fields, in the order of the form. */
  readonly fields: readonly FieldNote[];
  /** True when the card must be typed again, because it is never kept. */
  readonly asksForCard?: boolean;
  readonly texts: PayTexts;
}

/** Renders the notice above a form that is shown again. It takes the focus without a script. */
export const Notice = ({ sentences, fields, asksForCard = true, texts: { t } }: NoticeProps) => (
  // biome-ignore lint/a11y/noAutofocus: a screen reader must read the error first
  <div className="notice" role="alert" tabIndex={-1} autoFocus>
    <h2>{sentences?.title ?? t("card.errorSummary")}</h2>
    {sentences ? (
      <p>
        {sentences.what} <strong>{sentences.money}</strong> {sentences.next}
      </p>
    ) : null}
    {fields.length > 0 ? (
      <ul>
        {fields.map(({ name, text }) => (
          <li key={name}>
            <a href={`#${name}`}>{text}</a>
          </li>
        ))}
      </ul>
    ) : null}
    {asksForCard ? <p>{t("card.writeAgain")}</p> : null}
  </div>
);

/** The error text of a field. */
interface FieldNote {
  /** The field's id. */
  readonly name: string;
  readonly text: string;
}

/** Lists the error texts of the card fields, in the order of the form. */
export const listFieldNotes = (errors: CardFieldErrors, { t }: PayTexts): FieldNote[] =>
  (Object.keys(errors) as CardField[]).flatMap((name) => {
    const problem = errors[name];
    return problem ? [{ name, text: t(`card.fields.${name}.${problem}`) }] : [];
  });
