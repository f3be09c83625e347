import { linkEn } from "./link-words.en";
import { linkTr } from "./link-words.tr";

export const linkWords = { tr: linkTr, en: linkEn };
