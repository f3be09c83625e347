import { codeText, harmless, jsonObject, nonBlankText } from "../fields";

/** What staff send to view the panel of a merchant. The merchant reads the reason in its audit log. */
export const viewingInput = jsonObject({ partnerId: codeText(64), reason: harmless(nonBlankText(300)) });
