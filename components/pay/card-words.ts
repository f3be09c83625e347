import type { Words } from "./words";

/** The words of the card form for the script, which has none of its own. */
export const cardWords = ({ card }: Words) => ({
  connecting: card.connecting,
  fields: card.fields,
  hint: card.securityCodeHint,
  hintBack: card.securityCodeHintBack,
  hintFront: card.securityCodeHintFront,
});
