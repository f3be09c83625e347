import type { PayTexts } from "@/messages/pay-texts";
import type { CardField, CardFieldErrors, CardFieldProblem } from "@/server/domain/payments/card-form";

interface CardFieldsProps {
  readonly errors: CardFieldErrors;
  readonly texts: PayTexts;
}

const hintId = "cv2-hint";

/**
 * Renders the four fields of a card, always empty. Nothing blocks paste or autofill. Digits are written from left to
 * right in every language, and the date is in the order of the card.
 */
export function CardFields({ errors, texts: { t } }: CardFieldsProps) {
  const error = (name: CardField) => {
    const problem = errors[name];
    return (
      <p className="error" id={`${name}-error`} hidden={!problem}>
        {problem ? t(`card.fields.${name}.${problem}`) : ""}
      </p>
    );
  };
  const shared = (name: CardField, hint?: string) => ({
    id: name,
    name,
    type: "text",
    dir: "ltr",
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
          <label htmlFor="pan">{t("card.number")}</label>
          <span className="scheme" data-scheme="" aria-live="polite" />
        </div>
        <input {...shared("pan")} autoComplete="cc-number" />
        {error("pan")}
      </div>
      <fieldset>
        <legend className="label">{t("card.expiry")}</legend>
        <div className="date" dir="ltr">
          <input
            {...shared("expireMonth")}
            aria-label={t("card.month")}
            placeholder={t("card.monthPattern")}
            autoComplete="cc-exp-month"
            maxLength={2}
          />
          <span aria-hidden="true">/</span>
          <input
            {...shared("expireYear")}
            aria-label={t("card.year")}
            placeholder={t("card.yearPattern")}
            autoComplete="cc-exp-year"
            maxLength={2}
          />
        </div>
        {error("expireMonth")}
        {error("expireYear")}
      </fieldset>
      <div>
        <label htmlFor="cv2" className="label">
          {t("card.securityCode")}
        </label>
        <input {...shared("cv2", hintId)} autoComplete="cc-csc" maxLength={4} />
        <p className="hint" id={hintId} data-code-hint="">
          {t("card.securityCodeHint")}
        </p>
        {error("cv2")}
      </div>
    </div>
  );
}

const cardFields: readonly CardField[] = ["pan", "expireMonth", "expireYear", "cv2"];

/** Returns the texts that the card form's script needs. The script contains no texts itself. */
export const toScriptTexts = ({ t }: PayTexts) => ({
  connecting: t("card.connecting"),
  fields: Object.fromEntries(cardFields.map((name) => [name, toProblemTexts(name, t)])),
  hint: t("card.securityCodeHint"),
  hintBack: t("card.securityCodeHintBack"),
  hintFront: t("card.securityCodeHintFront"),
});

const toProblemTexts = (name: CardField, t: PayTexts["t"]): Record<CardFieldProblem, string> => ({
  missing: t(`card.fields.${name}.missing`),
  wrong: t(`card.fields.${name}.wrong`),
  past: t(`card.fields.${name}.past`),
});
