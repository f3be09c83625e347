import type { Words } from "@/components/pay/words";
import type { CardEntry, LinkSummary } from "@/server/domain/links/link-page";
import { cardPath } from "../paths";
import { OfferTable } from "./offer-table";
import { explainsRefusal } from "./open-trouble";
import type { OpenWords } from "./open-words";

interface BinStepProps {
  readonly token: string;
  readonly summary: LinkSummary;
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
}

const ids = { field: "bin", hint: "bin-hint", error: "bin-error" };

/** Renders step one of two for a browser without scripts: it asks for the first eight digits to show the card's options (D-49). */
export function BinStep({ token, summary, entry, words: { bin, offer: offerWords }, base }: BinStepProps) {
  const { language } = base;
  const problem = entry.fields.bin;
  return (
    <form method="post" action={cardPath(token)} className="plain-only">
      <h2>{bin.heading}</h2>
      {entry.offer ? (
        <OfferTable
          {...{ offer: entry.offer, summary, chosenCount: null, language }}
          isExplainedAbove={explainsRefusal(entry)}
        />
      ) : null}
      <input type="hidden" name="lang" value={language} />
      <label htmlFor={ids.field} className="label">
        {bin.label}
      </label>
      <input
        id={ids.field}
        name="bin"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        autoCorrect="off"
        maxLength={9}
        required
        aria-describedby={`${ids.hint} ${ids.error}`}
        {...(problem && { "aria-invalid": true })}
      />
      <p className="error" id={ids.error} hidden={!problem}>
        {problem ? bin[problem] : ""}
      </p>
      <p className="hint" id={ids.hint}>
        {bin.hint}
      </p>
      <button type="submit" className="button" aria-label={`${bin.go}: ${offerWords.heading}`}>
        {bin.go}
      </button>
    </form>
  );
}
