import type { Catalogues, Translator } from "@/messages/catalogues";
import { findActionWord } from "./find-action-word";

type Area = keyof Catalogues["panel"]["audit"]["areas"];

/**
 * Returns the text of an action. Queries are recorded only when they were refused, so an action without a text is one.
 */
export function actionWord(action: string, t: Translator<"panel.audit">, words: Translator<"shared.audit">): string {
  const area = action.split(".")[0] as Area;
  return (
    findActionWord(action, words) ?? t("refusedQuery", { area: t.has(`areas.${area}`) ? t(`areas.${area}`) : action })
  );
}
