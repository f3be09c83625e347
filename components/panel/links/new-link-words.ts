import { newLinkEn } from "./new-link-words.en";
import { newLinkTr } from "./new-link-words.tr";

export const newLinkWords = { tr: newLinkTr, en: newLinkEn };
export type NewLinkWords = typeof newLinkTr;
