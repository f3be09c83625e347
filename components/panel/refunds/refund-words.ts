import { refundEn } from "./refund-words.en";
import { refundTr } from "./refund-words.tr";

export const refundWords = { tr: refundTr, en: refundEn };
