import type { Language } from "@/server/domain/errors";
import type { StateWords } from "./state-words";
import { english } from "./state-words.en";
import { turkish } from "./state-words.tr";

export const stateWordsIn = (language: Language): StateWords => (language === "tr" ? turkish : english);
