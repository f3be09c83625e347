import { AppError } from "@/server/domain/errors";
import { panelRoles, staffRoles } from "@/server/domain/people/access";
import { isEmailAddress } from "@/server/domain/people/sign-in";
import { getPartnerId } from "@/server/usecases/accounts/get-partner-id";
import { addStaff } from "@/server/usecases/people/add-staff";
import { inviteColleague } from "@/server/usecases/people/invite-colleague";
import { removeStaff } from "@/server/usecases/people/remove-staff";
import { getPersonByEmail, resetAccess } from "@/server/usecases/people/reset-access";
import type { AdminCommand } from "./command";
import { onRecord } from "./on-record";

/** Commands for people who sign in: the first owner of an account, staff, and people who lost their password or second factor. */
export const peopleCommands: readonly AdminCommand[] = [
  {
    name: "people invite",
    parameters: ["PARTNER", "EMAIL", panelRoles.join("|")],
    help: "makes a link by which somebody joins an account's panel; shown once",
    async run(ctx, [partner = "", email = "", role = ""]) {
      const partnerId = await getPartnerId(ctx, { partnerId: partner });
      const invited = { email: requireEmail(email), role: oneOf(panelRoles, role) };
      const { url, expiresAt } = await onRecord(
        ctx,
        { scope: partnerId, action: "team.invite", subject: null, detail: invited },
        () => inviteColleague(ctx, { ...invited, partnerId, userId: null }),
      );
      return [url, `It holds until ${expiresAt.toISOString()}, once.`];
    },
  },
  {
    name: "people staff",
    parameters: ["EMAIL", staffRoles.join("|")],
    help: "lets somebody sign in to the back-office; the password is shown once",
    async run(ctx, [email = "", role = ""]) {
      const added = { email: requireEmail(email), role: oneOf(staffRoles, role) };
      const { password } = await onRecord(
        ctx,
        { scope: "staff", action: "staff.add", subject: null, detail: added },
        () => addStaff(ctx, added),
      );
      return [password, "They change it, and set up a second factor, when they sign in."];
    },
  },
  {
    name: "people reset",
    parameters: ["panel|staff", "EMAIL"],
    help: "gives somebody a new password, shown once, and takes the second factor away",
    async run(ctx, [door = "", email = ""]) {
      const person = await getPersonByEmail(ctx, { door: oneOf(["panel", "staff"], door), email });
      const entry = { scope: person.auditScope, action: "self.reset", subject: person.userId, detail: {} };
      const { password } = await onRecord(ctx, entry, () => resetAccess(ctx, person));
      return [password, "Every session of theirs has ended."];
    },
  },
  {
    name: "people remove-staff",
    parameters: ["EMAIL"],
    help: "signs somebody out of the back-office, for good",
    async run(ctx, [email = ""]) {
      const { userId } = await getPersonByEmail(ctx, { door: "staff", email });
      const entry = { scope: "staff", action: "staff.remove", subject: userId, detail: {} };
      await onRecord(ctx, entry, () => removeStaff(ctx, { userId }));
      return [`${email} signs in no more.`];
    },
  },
];

function oneOf<const T extends readonly string[]>(values: T, value: string): T[number] {
  if (!values.includes(value))
    throw new AppError("validation_error", `One of ${values.join(", ")} is wanted`);
  return value;
}

function requireEmail(text: string): string {
  if (!isEmailAddress(text)) throw new AppError("validation_error", "This is no e-mail address");
  return text;
}
