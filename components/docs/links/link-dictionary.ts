import type { Language } from "@/server/domain/errors";
import type { LinkWords } from "./link-words";
import { english } from "./link-words.en";
import { turkish } from "./link-words.tr";

export const linkWordsIn = (language: Language): LinkWords => (language === "tr" ? turkish : english);
