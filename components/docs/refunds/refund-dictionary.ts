import type { Language } from "@/server/domain/errors";
import type { RefundWords } from "./refund-words";
import { english } from "./refund-words.en";
import { turkish } from "./refund-words.tr";

export const refundWordsIn = (language: Language): RefundWords => (language === "tr" ? turkish : english);
