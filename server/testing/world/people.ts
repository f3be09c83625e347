import { setTimeout as sleep } from "node:timers/promises";
import { generateSync } from "otplib";
import { plusMs, systemClock } from "@/server/domain/clock";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { insertSession, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { finishSecondFactor } from "@/server/usecases/people/finish-second-factor";
import { hashPassword } from "@/server/usecases/people/password";
import type { SignInInput } from "@/server/usecases/people/sign-in";
import { startSecondFactor } from "@/server/usecases/people/start-second-factor";
import { testPassword } from "./panel";

const testHash = hashPassword(testPassword);
let count = 0;

/** Somebody of an account, or of staff, with the password of the tests; nobody has signed in yet. */
export async function newPerson(ctx: Ctx, door: SignInDoor = "panel") {
  count += 1;
  const user = {
    id: `usr_person_${count}`,
    email: `person-${count}@shop.test`,
    name: `Deniz ${count}`,
    passwordHash: await testHash,
    createdAt: ctx.clock.now(),
  };
  if (door === "panel") {
    await ctx.db.prisma.panelUser.create({ data: { ...user, role: "owner", partnerId: "prt_ours" } });
  } else {
    await ctx.db.prisma.staffUser.create({ data: { ...user, role: "admin" } });
  }
  return { ...user, person: { door, userId: user.id } satisfies Person };
}

/** What a browser sends that signs somebody in. */
export const signInOf = (email: string, given: Partial<SignInInput> = {}): SignInInput => ({
  door: "panel",
  email,
  password: testPassword,
  code: "",
  sourceIp: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0",
  formerSessionId: null,
  ...given,
});

/** A session of somebody's, as signing in makes it. */
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
  });
  return id;
}

/** What an app with this secret shows, so many steps of 30 s from now. */
export const codeAt = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/** Sets up an app. Its first code is of the step before this one, so that two more can be taken. */
export async function setUpApp(ctx: Ctx, person: Person) {
  const { secret } = await startSecondFactor(ctx, { person });
  const sessionId = await openSession(ctx, person);
  await untilStepHasRoom();
  const { recoveryCodes } = await finishSecondFactor(ctx, { person, sessionId, code: codeAt(secret, -1) });
  return { secret, sessionId, recoveryCodes };
}

/** A code of the step before counts no longer once the next step has begun: what follows is not to meet that moment. */
async function untilStepHasRoom(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 4_000) await sleep(leftMs);
}
