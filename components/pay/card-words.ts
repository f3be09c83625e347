import type { Words } from "./words";

/** Returns the texts that the card form's script needs. The script contains no texts itself. */
export const toScriptWords = ({ card }: Words) => ({
  connecting: card.connecting,
  fields: card.fields,
  hint: card.securityCodeHint,
  hintBack: card.securityCodeHintBack,
  hintFront: card.securityCodeHintFront,
});
