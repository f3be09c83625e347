import type { PayTexts } from "@/messages/pay-texts";
import type { CardEntry, LinkSummary } from "@/server/domain/links/link-page";
import { cardPath } from "../paths";
import { OfferTable } from "./offer-table";
import { explainsRefusal } from "./open-trouble";

interface BinStepProps {
  readonly token: string;
  readonly summary: LinkSummary;
  readonly entry: CardEntry;
  readonly texts: PayTexts;
}

const ids = { field: "bin", hint: "bin-hint", error: "bin-error" };

/**
 * Renders step one of two for a browser without scripts: it asks for the first eight digits to show the card's options
 * (D-49).
 */
export function BinStep({ token, summary, entry, texts }: BinStepProps) {
  const { t, language } = texts;
  const problem = entry.fields.bin;
  return (
    <form method="post" action={cardPath({ token, language })} className="plain-only">
      <h2>{t("open.bin.heading")}</h2>
      {entry.offer ? (
        <OfferTable
          {...{ offer: entry.offer, summary, chosenCount: null, texts }}
          isExplainedAbove={explainsRefusal(entry)}
        />
      ) : null}
      <label htmlFor={ids.field} className="label">
        {t("open.bin.label")}
      </label>
      <input
        id={ids.field}
        name="bin"
        type="text"
        dir="ltr"
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
        {problem ? t(`open.bin.${problem}`) : ""}
      </p>
      <p className="hint" id={ids.hint}>
        {t("open.bin.hint")}
      </p>
      <button type="submit" className="button" aria-label={`${t("open.bin.go")}: ${t("open.offer.heading")}`}>
        {t("open.bin.go")}
      </button>
    </form>
  );
}
