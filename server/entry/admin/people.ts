import { panelRoles, staffRoles } from "@/server/domain/access";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { addStaff } from "@/server/usecases/add-staff";
import type { Ctx } from "@/server/usecases/ctx";
import { getPartnerId } from "@/server/usecases/get-partner-id";
import { inviteColleague } from "@/server/usecases/invite-colleague";
import { resetAccess } from "@/server/usecases/reset-access";
import { writeAudit } from "@/server/usecases/write-audit";
import type { AdminCommand } from "./command";

/** Who signs in: the first owner of an account, staff, and whoever has lost the password or the second factor. */
export const peopleCommands: readonly AdminCommand[] = [
  {
    name: "people invite",
    parameters: ["PARTNER", "EMAIL", panelRoles.join("|")],
    help: "makes a link by which somebody joins an account's panel; shown once",
    async run(ctx, [partner = "", email = "", role = ""]) {
      const partnerId = await getPartnerId(ctx, { partnerId: partner });
      const invited = { email: requireEmail(email), role: oneOf(panelRoles, role) };
      await onRecord(ctx, partnerId, "team.invite", null, invited);
      const { url, expiresAt } = await inviteColleague(ctx, { ...invited, partnerId, userId: operator.name });
      return [url, `It holds until ${expiresAt.toISOString()}, once.`];
    },
  },
  {
    name: "people staff",
    parameters: ["EMAIL", staffRoles.join("|")],
    help: "lets somebody sign in to the back-office; the password is shown once",
    async run(ctx, [email = "", role = ""]) {
      const added = { email: requireEmail(email), role: oneOf(staffRoles, role) };
      await onRecord(ctx, "staff", "staff.add", null, added);
      const { password } = await addStaff(ctx, added);
      return [password, "They change it, and set up a second factor, when they sign in."];
    },
  },
  {
    name: "people reset",
    parameters: ["panel|staff", "EMAIL"],
    help: "gives somebody a new password, shown once, and takes the second factor away",
    async run(ctx, [door = "", email = ""]) {
      const reset = await resetAccess(ctx, { door: oneOf(["panel", "staff"], door), email });
      await onRecord(ctx, reset.auditScope, "self.reset", reset.userId, {});
      return [reset.password, "Every session of theirs has ended."];
    },
  },
];

const operator = { kind: "system", id: null, name: "operator" } as const;

const onRecord = (
  ctx: Ctx,
  scope: string,
  action: string,
  subject: string | null,
  detail: Readonly<Record<string, string>>,
): Promise<unknown> =>
  writeAudit(ctx, {
    ...{ scope, actor: operator, action, actionId: newId("action", ctx.clock.now()), subject, detail },
    ...{ outcome: "done", code: null, sourceIp: "terminal" },
  });

function oneOf<const T extends readonly string[]>(values: T, value: string): T[number] {
  if (!values.includes(value))
    throw new AppError("validation_error", `One of ${values.join(", ")} is wanted`);
  return value;
}

function requireEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    throw new AppError("validation_error", "This is no e-mail address");
  return text;
}
