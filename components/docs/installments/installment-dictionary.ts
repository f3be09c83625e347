import type { Language } from "@/server/domain/errors";
import type { InstallmentWords } from "./installment-words";
import { english } from "./installment-words.en";
import { turkish } from "./installment-words.tr";

export const installmentWordsIn = (language: Language): InstallmentWords => (language === "tr" ? turkish : english);
