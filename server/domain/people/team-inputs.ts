import { problem } from "../field-words";
import { boundedList, checkedText, choice, codeText, jsonObject, optional } from "../fields";
import { panelRoles } from "./access";
import { isEmailAddress, normalizeEmail } from "./sign-in";

// What owners of an account send about their team.

const role = choice(panelRoles);

/** Only the form is checked: whether someone reads the address becomes known when the invitation's link is used. */
export const emailField = checkedText((text) => {
  if (text.trim() === "") return problem("blank");
  return isEmailAddress(normalizeEmail(text)) ? null : problem("email");
});

export const invitationInput = jsonObject({ email: emailField, role });

export const roleChangeInput = jsonObject({ userId: codeText(64), role });

/** `keptKeyIds` names the API keys that stay in use although the removed member knows them (D-66). */
export const removalInput = jsonObject({
  userId: codeText(64),
  keptKeyIds: optional(boundedList(codeText(64), 0, 100)),
});
