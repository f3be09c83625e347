import { AppError } from "@/server/domain/errors";
import { panelRoles, staffRoles } from "@/server/domain/people/access";
import { isEmailAddress } from "@/server/domain/people/sign-in";
import { getExistingPartnerId } from "@/server/usecases/accounts/queries";
import { addStaff } from "@/server/usecases/people/add-staff";
import { inviteColleague } from "@/server/usecases/people/invite-colleague";
import { getPersonByEmail } from "@/server/usecases/people/queries";
import { removeStaff } from "@/server/usecases/people/remove-staff";
import { resetAccess } from "@/server/usecases/people/reset-access";
import type { AdminCommand } from "./command";
import { withAudit } from "./with-audit";

/**
 * The commands for the first owner of an account, for staff, and for people who lost their password or second factor.
 */
export const peopleCommands: readonly AdminCommand[] = [
  {
    name: "people invite",
    parameters: ["PARTNER", "EMAIL", panelRoles.join("|")],
    help: "prints, once, and mails a link with which a person joins an account's panel",
    async run(ctx, [partner = "", email = "", role = ""]) {
      const partnerId = await getExistingPartnerId(ctx, { partnerId: partner });
      const invited = { email: requireEmail(email), role: requireOneOf(panelRoles, role) };
      const { url, expiresAt } = await withAudit(
        ctx,
        { scope: partnerId, action: "team.invite", subject: null, detail: invited },
        () => inviteColleague(ctx, { ...invited, partnerId, userId: null, language: "tr" }),
      );
      return [
        url,
        `The link can be used once, until ${expiresAt.toISOString()}. It was also mailed to ${invited.email}.`,
      ];
    },
  },
  {
    name: "people staff",
    parameters: ["EMAIL", staffRoles.join("|")],
    help: "adds a person to the back-office and prints the password once",
    async run(ctx, [email = "", role = ""]) {
      const added = { email: requireEmail(email), role: requireOneOf(staffRoles, role) };
      const { password } = await withAudit(
        ctx,
        { scope: "staff", action: "staff.add", subject: null, detail: added },
        () => addStaff(ctx, added),
      );
      return [
        password,
        "After signing in, the person has to replace this password, and in live mode to set up a second factor.",
      ];
    },
  },
  {
    name: "people reset",
    parameters: ["panel|staff", "EMAIL"],
    help: "prints a new password once, removes the second factor and ends all sessions of a person",
    async run(ctx, [door = "", email = ""]) {
      const person = await getPersonByEmail(ctx, { door: requireOneOf(["panel", "staff"], door), email });
      const entry = { scope: person.auditScope, action: "self.reset", subject: person.userId, detail: {} };
      const { password } = await withAudit(ctx, entry, () => resetAccess(ctx, person));
      return [
        password,
        "All sessions of this person have ended. After signing in, they have to replace this password.",
      ];
    },
  },
  {
    name: "people remove-staff",
    parameters: ["EMAIL"],
    help: "removes a person from the back-office and ends all sessions",
    async run(ctx, [email = ""]) {
      const { userId } = await getPersonByEmail(ctx, { door: "staff", email });
      const entry = { scope: "staff", action: "staff.remove", subject: userId, detail: {} };
      await withAudit(ctx, entry, () => removeStaff(ctx, { userId }));
      return [`${email} can no longer sign in.`];
    },
  },
];

function requireOneOf<const T extends readonly string[]>(values: T, value: string): T[number] {
  if (!values.includes(value)) throw new AppError("validation_error", `The value must be one of ${values.join(", ")}`);
  return value;
}

function requireEmail(text: string): string {
  if (!isEmailAddress(text)) throw new AppError("validation_error", "This is not an e-mail address");
  return text;
}
