import type { Catalogues, Translator } from "@/messages/catalogues";

type Actions = Catalogues["shared"]["audit"]["actions"];
type Action = { [A in keyof Actions]: `${A}.${keyof Actions[A] & string}` }[keyof Actions];

/** Returns the text of an action of a merchant's log; null for one without a text. */
export function findActionWord(action: string, words: Translator<"shared.audit">): string | null {
  const known = action as Action;
  return words.has(`actions.${known}`) ? words(`actions.${known}`) : null;
}
