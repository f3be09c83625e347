import type { Language } from "@/server/domain/errors";
import type { OpenWords } from "./link/open/open-words";
import { englishOpen } from "./link/open/open-words.en";
import { turkishOpen } from "./link/open/open-words.tr";
import type { StateWords } from "./link/state/state-words";
import { englishState } from "./link/state/state-words.en";
import { turkishState } from "./link/state/state-words.tr";
import type { Words } from "./words";
import { english } from "./words.en";
import { turkish } from "./words.tr";

export const wordsIn = (language: Language): Words => (language === "tr" ? turkish : english);

export const openWordsIn = (language: Language): OpenWords => (language === "tr" ? turkishOpen : englishOpen);

export const stateWordsIn = (language: Language): StateWords => (language === "tr" ? turkishState : englishState);
