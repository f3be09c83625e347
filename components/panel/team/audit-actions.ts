import type { Catalogues, Translator } from "@/messages/catalogues";

type Texts = Catalogues["panel"]["audit"];
type Action = { [A in keyof Texts["actions"]]: `${A}.${keyof Texts["actions"][A] & string}` }[keyof Texts["actions"]];
type Area = keyof Texts["areas"];

/**
 * Returns the text of an action. Queries are recorded only when they were refused, so an action without a text is one.
 */
export function actionWord(action: string, t: Translator<"panel.audit">): string {
  const known = action as Action;
  if (t.has(`actions.${known}`)) return t(`actions.${known}`);
  const area = action.split(".")[0] as Area;
  return t("refusedQuery", { area: t.has(`areas.${area}`) ? t(`areas.${area}`) : action });
}
