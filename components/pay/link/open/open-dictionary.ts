import type { Language } from "@/server/domain/errors";
import type { OpenWords } from "./open-words";
import { englishOpen } from "./open-words.en";
import { turkishOpen } from "./open-words.tr";

export const openWordsIn = (language: Language): OpenWords => (language === "tr" ? turkishOpen : englishOpen);
