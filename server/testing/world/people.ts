import { generateSync } from "otplib";
import { plusMs, systemClock } from "@/server/domain/clock";
import { tokenHash } from "@/server/domain/ids";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { insertSession, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { finishSecondFactor } from "@/server/usecases/people/finish-second-factor";
import type { SignInInput } from "@/server/usecases/people/sign-in";
import { startSecondFactor } from "@/server/usecases/people/start-second-factor";
import { testPassword, testPasswordHash } from "./panel";
import { whileRealClockStops } from "./real-clock";

let count = 0;

/** Creates a user of the test account or of staff with the test password and without a session. */
export async function newPerson(ctx: Ctx, door: SignInDoor = "panel") {
  count += 1;
  const user = {
    id: `usr_person_${count}`,
    email: `person-${count}@shop.test`,
    name: `Deniz ${count}`,
    passwordHash: await testPasswordHash,
    createdAt: ctx.clock.now(),
  };
  if (door === "panel") {
    await ctx.db.prisma.panelUser.create({ data: { ...user, role: "owner", partnerId: "prt_ours" } });
  } else {
    await ctx.db.prisma.staffUser.create({ data: { ...user, role: "admin" } });
  }
  return { ...user, person: { door, userId: user.id } satisfies Person };
}

/** Builds the input of a sign-in. */
export const signInInput = (email: string, given: Partial<SignInInput> = {}): SignInInput => ({
  door: "panel",
  email,
  password: testPassword,
  code: "",
  passkey: null,
  addressMark: tokenHash(email.trim().toLowerCase()).toString("base64url").slice(0, 22),
  sourceIp: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0",
  language: "tr",
  formerSessionId: null,
  ...given,
});

/** Inserts a session as a sign-in does, and returns its id. */
export async function openSession(ctx: Ctx, person: Person): Promise<string> {
  count += 1;
  const now = systemClock.now();
  const id = `session-of-${person.userId}-${count}`;
  await insertSession(ctx.db.prisma, {
    id,
    person,
    now,
    expiresAt: plusMs(now, sessionLimits[person.door].wholeMs),
    sourceIp: "192.0.2.7",
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/604.1",
    withSecondFactor: false,
  });
  return id;
}

/** Generates the code of an authenticator app, `steps` periods of 30 s from now. */
export const generateCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/**
 * Sets up an authenticator app with the code of the previous period, so that two later codes are still unused. The
 * machine's clock stands still meanwhile, because otherwise that code could expire before it is checked.
 */
export async function setUpAuthenticator(ctx: Ctx, person: Person) {
  return whileRealClockStops(async () => {
    const { secret } = await startSecondFactor(ctx, { person });
    const sessionId = await openSession(ctx, person);
    const code = generateCode(secret, -1);
    const { recoveryCodes } = await finishSecondFactor(ctx, { person, sessionId, code });
    return { secret, sessionId, recoveryCodes };
  });
}
