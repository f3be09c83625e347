import * as z from "zod";
import { problem } from "../field-words";
import { checkedText, codeText, jsonObject, nameText, optional } from "../fields";
import { isEmailAddress, normalizeEmail } from "./sign-in";

// What people send about their own sign-in, in the panel and in the back-office.

/** Longer texts are refused before they are hashed; a new password has limits of its own (S11). */
const lengthMax = 1024;

const password = checkedText((text) => {
  if (text === "") return problem("required");
  return text.length > lengthMax ? problem("max_characters", lengthMax) : null;
});
const code = codeText(64);

/** Confirms the identity; the code is null while the user was not asked for it. */
export const confirmationInput = jsonObject({ password, code: optional(code) });

/** @param asksForCode whether the form has the field of the code; its text is empty otherwise */
export const confirmationForm = (asksForCode: boolean) =>
  jsonObject({ password, code: asksForCode ? code : z.string().transform(() => null) });

export const passwordChangeInput = jsonObject({ present: password, next: password });

export const secondFactorInput = jsonObject({ code });

export const sessionInput = jsonObject({ name: codeText(64) });

/** The address for which a link for a new password is asked. */
export const forgottenPasswordInput = jsonObject({
  email: checkedText((text) => {
    if (text.trim() === "") return problem("blank");
    return isEmailAddress(normalizeEmail(text)) ? null : problem("email");
  }),
});

/** A request that says nothing but its address. */
export const emptyInput = z.object({});

export const newPasswordForm = jsonObject({ password });

/** The token of a mailed link, which is not typed. */
export const mailedLinkInput = z.object({ token: z.string().max(64) });

export const newPasswordInput = newPasswordForm.extend(mailedLinkInput.shape);

/** With what an invited person joins. The token of the invitation is not typed. */
export const joiningForm = jsonObject({ name: nameText(80), password });

export const joiningInput = joiningForm.extend({ token: z.string().max(64) });
