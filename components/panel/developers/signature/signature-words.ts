import { signatureEn } from "./signature-words.en";
import { signatureTr } from "./signature-words.tr";

export const signatureWords = { tr: signatureTr, en: signatureEn };
