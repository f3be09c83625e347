import type { Language } from "@/server/domain/errors";
import type { Words } from "./words";
import { english } from "./words.en";
import { turkish } from "./words.tr";

export const wordsIn = (language: Language): Words => (language === "tr" ? turkish : english);
