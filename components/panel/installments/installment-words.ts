import { english } from "./installment-words.en";
import { turkish } from "./installment-words.tr";

export const installmentWords = { tr: turkish, en: english };
