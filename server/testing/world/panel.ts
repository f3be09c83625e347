import { plusMs, systemClock } from "@/server/domain/clock";
import type { PanelRole, StaffRole } from "@/server/domain/people/access";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { createRateLimits } from "@/server/entry/limits/rate-limiter";
import { insertSession } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { findPanelSession, findStaffSession } from "@/server/usecases/people/find-session";
import { hashPassword } from "@/server/usecases/people/password";

/** The password of everybody whom tests sign in. */
export const testPassword = "correct horse battery staple";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const testPasswordHash = hashPassword(testPassword);
let people = 0;

/** Someone of an account, or of staff, who has just signed in. Their e-mail address says who they are. */
async function newSession(ctx: Ctx, door: SignInDoor, role: string, partnerId: string) {
  people += 1;
  const user = {
    id: `usr_${door}_${people}`,
    email: `${role}-${people}@${partnerId}.test`,
    role,
    passwordHash: await testPasswordHash,
    createdAt: ctx.clock.now(),
  };
  if (door === "panel") await ctx.db.prisma.panelUser.create({ data: { ...user, partnerId } });
  else await ctx.db.prisma.staffUser.create({ data: user });
  const now = systemClock.now();
  const sessionId = `session-${door}-${people}`;
  await insertSession(ctx.db.prisma, {
    id: sessionId,
    person: { door, userId: user.id },
    now,
    expiresAt: plusMs(now, sessionLimits[door].wholeMs),
    sourceIp: "127.0.0.1",
    userAgent: "test",
  });
  return { user, sessionId };
}

/** What a procedure of the panel is called with by somebody of this role: `createCaller(await panelDoor(world.ctx, "owner"))`. */
export async function panelDoor(ctx: Ctx, role: PanelRole, partnerId = "prt_ours") {
  const { sessionId } = await newSession(ctx, "panel", role, partnerId);
  return { ...doorFacts(ctx), session: await findPanelSession(ctx, sessionId) };
}

/** The same for the back-office. */
export async function staffDoor(ctx: Ctx, role: StaffRole) {
  const { sessionId } = await newSession(ctx, "staff", role, "staff");
  return { ...doorFacts(ctx), session: await findStaffSession(ctx, sessionId) };
}

const doorFacts = (ctx: Ctx) => ({
  ctx,
  facts: { sourceIp: "127.0.0.1", traceId: "0".repeat(32) },
  language: "en" as const,
  limits: createRateLimits({ multiplier: 1, log: silent }),
});

/** Somebody of the test account by an id that a test gives, who never signs in. */
export const writeMember = (ctx: Ctx, id: string, role: PanelRole, partnerId = "prt_ours") =>
  ctx.db.prisma.panelUser.create({
    data: {
      id,
      partnerId,
      role,
      email: `${id}@${partnerId}.test`,
      passwordHash: "",
      createdAt: ctx.clock.now(),
    },
  });
