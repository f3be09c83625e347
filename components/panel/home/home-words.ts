import { english } from "./home-words.en";
import { turkish } from "./home-words.tr";

export const homeWords = { tr: turkish, en: english };
