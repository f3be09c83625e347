import { hash } from "@node-rs/argon2";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import type { PanelRole, StaffRole } from "@/server/domain/people/access";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { createRateLimits } from "@/server/entry/limits/rate-limiter";
import { insertSession } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { findPanelSession, findStaffSession, findViewingSession } from "@/server/usecases/people/session-queries";
import { startViewing } from "@/server/usecases/people/start-viewing";

/** The password of all users that tests create. */
export const testPassword = "correct horse battery staple";

/** Its hash with the least work that the library takes: with the product's parameters each attempt takes 40 ms. */
export const testPasswordHash = hash(testPassword, { memoryCost: 8, timeCost: 1 });
let people = 0;

/** The columns of a user who may decide for others (D-67): 30 days in the team, a proved address, an app. */
function secondPerson() {
  const since = plusMs(systemClock.now(), -days(30));
  return { createdAt: since, emailProvedAt: since, totpSince: since, codeAtSignIn: false };
}

/** Creates a user of an account or of staff with a new session. The e-mail address contains the role. */
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
    withSecondFactor: true,
  });
  return { user, sessionId };
}

/**
 * Creates the context of a panel procedure for a role: `createCaller(await createPanelContext(world.ctx, "owner"))`.
 */
export async function createPanelContext(ctx: Ctx, role: PanelRole, partnerId = "prt_ours") {
  const { sessionId } = await newSession(ctx, "panel", role, partnerId);
  return { ...requestFacts(ctx), session: await findPanelSession(ctx, sessionId) };
}

/** Creates the context of a panel procedure for a member of staff who views an account. */
export async function createViewerContext(ctx: Ctx, partnerId = "prt_ours") {
  const { sessionId, user } = await newSession(ctx, "staff", "support", "staff");
  const viewing = { partnerId, reason: "The merchant asked for help", sessionId, staffId: user.id };
  await startViewing(ctx, { ...viewing, sourceIp: "127.0.0.1" });
  return { ...requestFacts(ctx), session: await findViewingSession(ctx, sessionId) };
}

/** Creates the context of a back-office procedure for a role. */
export async function createStaffContext(ctx: Ctx, role: StaffRole) {
  const { sessionId } = await newSession(ctx, "staff", role, "staff");
  return { ...requestFacts(ctx), session: await findStaffSession(ctx, sessionId) };
}

const requestFacts = (ctx: Ctx) => ({
  ctx,
  facts: { sourceIp: "127.0.0.1", traceId: "0".repeat(32) },
  language: "en" as const,
  limits: createRateLimits({ multiplier: 1 }),
});

/** Inserts a user of an account with a given id, who cannot sign in. */
export const writeMember = (ctx: Ctx, id: string, role: PanelRole, partnerId = "prt_ours") =>
  ctx.db.prisma.panelUser.create({
    data: {
      id,
      partnerId,
      role,
      email: `${id}@${partnerId}.test`,
      passwordHash: "",
      ...secondPerson(),
    },
  });

/** Makes a user of an account one who may decide on what others ask for (D-67). */
export const makeSecondPerson = (ctx: Ctx, id: string) =>
  ctx.db.prisma.panelUser.update({ where: { id }, data: secondPerson() });
