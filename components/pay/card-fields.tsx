import type { CardField, CardFieldErrors } from "@/server/domain/payments/card-form";
import type { Words } from "./words";

interface CardFieldsProps {
  readonly errors: CardFieldErrors;
  readonly words: Words;
}

const hintId = "cv2-hint";

/** Renders the four fields of a card, always empty. Nothing blocks paste or autofill. */
export function CardFields({ errors, words: { card } }: CardFieldsProps) {
  const error = (name: CardField) => {
    const problem = errors[name];
    return (
      <p className="error" id={`${name}-error`} hidden={!problem}>
        {problem ? card.fields[name][problem] : ""}
      </p>
    );
  };
  const shared = (name: CardField, hint?: string) => ({
    id: name,
    name,
    type: "text",
    inputMode: "numeric" as const,
    required: true,
    spellCheck: false,
    autoCorrect: "off",
    "aria-describedby": hint ? `${name}-error ${hint}` : `${name}-error`,
    ...(errors[name] && { "aria-invalid": true }),
  });
  return (
    <div className="fields">
      <div className="wide">
        <div className="label">
          <label htmlFor="pan">{card.number}</label>
          <span className="scheme" data-scheme="" aria-live="polite" />
        </div>
        <input {...shared("pan")} autoComplete="cc-number" />
        {error("pan")}
      </div>
      <fieldset>
        <legend className="label">{card.expiry}</legend>
        <div className="date">
          <input
            {...shared("expireMonth")}
            aria-label={card.month}
            placeholder={card.monthPattern}
            autoComplete="cc-exp-month"
            maxLength={2}
          />
          <span aria-hidden="true">/</span>
          <input
            {...shared("expireYear")}
            aria-label={card.year}
            placeholder={card.yearPattern}
            autoComplete="cc-exp-year"
            maxLength={2}
          />
        </div>
        {error("expireMonth")}
        {error("expireYear")}
      </fieldset>
      <div>
        <label htmlFor="cv2" className="label">
          {card.securityCode}
        </label>
        <input {...shared("cv2", hintId)} autoComplete="cc-csc" maxLength={4} />
        <p className="hint" id={hintId} data-code-hint="">
          {card.securityCodeHint}
        </p>
        {error("cv2")}
      </div>
    </div>
  );
}

/** Returns the texts that the card form's script needs. The script contains no texts itself. */
export const toScriptWords = ({ card }: Words) => ({
  connecting: card.connecting,
  fields: card.fields,
  hint: card.securityCodeHint,
  hintBack: card.securityCodeHintBack,
  hintFront: card.securityCodeHintFront,
});
