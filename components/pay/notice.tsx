import type { CardField, CardFieldErrors } from "@/server/domain/card-form";
import type { Sentences, Words } from "./words";

interface NoticeProps {
  /** What went wrong with the card; null when only fields are wrong. */
  readonly sentences: Sentences | null;
  readonly errors: CardFieldErrors;
  readonly words: Words;
}

/** Stands above the form that is shown again, and takes the focus there: no script is needed for it. */
export function Notice({ sentences, errors, words }: NoticeProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: what went wrong is what a reader must meet first
    <div className="notice" role="alert" tabIndex={-1} autoFocus>
      <h2>{sentences?.title ?? words.card.errorSummary}</h2>
      {sentences ? (
        <p>
          {sentences.what} <strong>{sentences.money}</strong> {sentences.next}
        </p>
      ) : (
        <FieldLinks errors={errors} words={words} />
      )}
      <p>{words.card.writeAgain}</p>
    </div>
  );
}

function FieldLinks({ errors, words }: Pick<NoticeProps, "errors" | "words">) {
  return (
    <ul>
      {(Object.keys(errors) as CardField[]).map((name) => {
        const problem = errors[name];
        return problem ? (
          <li key={name}>
            <a href={`#${name}`}>{words.card.fields[name][problem]}</a>
          </li>
        ) : null;
      })}
    </ul>
  );
}
