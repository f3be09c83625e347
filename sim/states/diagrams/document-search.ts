import { soundRules } from "../model/rules";
import { scenes } from "../model/scenes";
import { explore } from "../search/explore";
import { collectUses, type RowUses } from "../search/uses";

/**
 * The number of states that show every use-case of every row. It is small enough for a unit test; the whole search
 * checks that it is large enough.
 */
const statesEnough = 120_000;

/** Finds the use-cases of each row in the first states of the search. */
export const findUsesForDocument = (): RowUses =>
  collectUses(explore({ rules: soundRules, scenes: [...scenes.keys()], statesMax: statesEnough }));
