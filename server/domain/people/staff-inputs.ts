import { choice, codeText, harmless, jsonObject, nonBlankText } from "../fields";
import { staffRoles } from "./access";
import { emailField } from "./team-inputs";

// What administrators of the back-office send about its people. Each change of a colleague has a reason.

const role = choice(staffRoles);
const reason = harmless(nonBlankText(300));
const userId = codeText(64);

export const staffInvitationInput = jsonObject({ email: emailField, role });

export const staffRoleInput = jsonObject({ userId, role, reason });

/** The removal of a colleague, and the reset of the second factor. */
export const colleagueInput = jsonObject({ userId, reason });
