import { english } from "./account-words.en";
import { turkish } from "./account-words.tr";

export const accountWords = { tr: turkish, en: english };
