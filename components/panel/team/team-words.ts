import { teamEn } from "./team-words.en";
import { teamTr } from "./team-words.tr";

export const teamWords = { tr: teamTr, en: teamEn };
