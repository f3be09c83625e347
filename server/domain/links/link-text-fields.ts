import * as z from "zod";
import type { DeclaredField } from "../declared-fields";
import { freeText, harmless, optional } from "../fields";
import { type LinkTextName, linkTexts, mapLinkTexts } from "./link-texts";

// The schemas of the declared texts. They are apart from the declarations, so that a page that only shows texts does
// not load zod.

interface TextField extends DeclaredField {
  readonly schema: ReturnType<typeof freeText>;
  readonly isRequired: false;
}

/** The texts as fields of a request (§4.1). */
export const linkTextFields: Readonly<Record<LinkTextName, TextField>> = mapLinkTexts((name) => {
  const { lengthMax, loggedAs, example, rule } = linkTexts[name];
  return {
    schema: freeText(lengthMax),
    isRequired: false,
    loggedAs,
    example,
    rule: { tr: `En çok ${lengthMax} karakter. ${rule.tr}`, en: `At most ${lengthMax} characters. ${rule.en}` },
  };
});

/** The texts as a form checks them: it names the field of a sensitive text, for which the API has a code of its own. */
export const linkTextsOfForm = mapLinkTexts((name) => {
  const { schema } = linkTextFields[name];
  return optional(linkTexts[name].isSensitive ? harmless(schema) : schema);
});

/** The texts in an answer of the API (§2.1). */
export const linkTextAnswers = mapLinkTexts((name) => {
  const { answer, example } = linkTexts[name];
  return z
    .string()
    .meta({ description: answer, examples: [example] })
    .nullable();
});
