import type { FieldNote } from "./field-notes";
import type { Sentences, Words } from "./words";

interface NoticeProps {
  /** What went wrong with the card; null when only fields are wrong. */
  readonly sentences: Sentences | null;
  /** What is wrong with each field, in the order of the form. */
  readonly fields: readonly FieldNote[];
  /** Whether the card is to be typed once more: it is never kept. */
  readonly asksForCard?: boolean;
  readonly words: Words;
}

/** Stands above the form that is shown again, and takes the focus there: no script is needed for it. */
export const Notice = ({ sentences, fields, asksForCard = true, words }: NoticeProps) => (
  // biome-ignore lint/a11y/noAutofocus: what went wrong is what a reader must meet first
  <div className="notice" role="alert" tabIndex={-1} autoFocus>
    <h2>{sentences?.title ?? words.card.errorSummary}</h2>
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
    {asksForCard ? <p>{words.card.writeAgain}</p> : null}
  </div>
);
