import type { CardField } from "@/server/domain/card-form";
import type { CardEntry, LinkFieldErrors } from "@/server/domain/link-page";
import type { Words } from "../words";
import { openTrouble } from "./open-trouble";
import type { OpenWords } from "./open-words";

interface OpenNoticeProps {
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
}

/** Stands above the form that is shown again, and takes the focus there: no script is needed for it. */
export function OpenNotice({ entry, words, base }: OpenNoticeProps) {
  const { trouble, fields } = entry;
  const sentences = trouble ? openTrouble(trouble, entry, words, base) : null;
  return (
    // biome-ignore lint/a11y/noAutofocus: what went wrong is what a reader must meet first
    <div className="notice" role="alert" tabIndex={-1} autoFocus>
      <h2>{sentences?.title ?? words.errorSummary}</h2>
      {sentences ? (
        <p>
          {sentences.what} <strong>{sentences.money}</strong> {sentences.next}
        </p>
      ) : null}
      <FieldLinks fields={fields} words={words} base={base} />
      {fields.bin ? null : <p>{base.card.writeAgain}</p>}
    </div>
  );
}

interface FieldLinksProps extends Omit<OpenNoticeProps, "entry"> {
  readonly fields: LinkFieldErrors;
}

function FieldLinks({ fields: { bin, ...errors }, words, base }: FieldLinksProps) {
  const names = Object.keys(errors) as CardField[];
  const links = [
    ...(bin ? [{ name: "bin", text: words.bin[bin] }] : []),
    ...names.flatMap((name) => {
      const problem = errors[name];
      return problem ? [{ name, text: base.card.fields[name][problem] }] : [];
    }),
  ];
  if (links.length === 0) return null;
  return (
    <ul>
      {links.map(({ name, text }) => (
        <li key={name}>
          <a href={`#${name}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
