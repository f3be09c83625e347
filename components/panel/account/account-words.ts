import { english } from "./account-words.en";
import { turkish } from "./account-words.tr";

export type AccountWords = typeof turkish;

export const accountWords = { tr: turkish, en: english };
