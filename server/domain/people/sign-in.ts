import { days, hours, minutes } from "../clock";

/** The two doors that people sign in by. */
export type SignInDoor = "panel" | "staff";

/** How long somebody stays signed in, ms: without doing anything, and at all. */
export const sessionLimits: Readonly<
  Record<SignInDoor, { readonly idleMs: number; readonly wholeMs: number }>
> = {
  panel: { idleMs: hours(1), wholeMs: hours(12) },
  staff: { idleMs: minutes(15), wholeMs: hours(12) },
};

/** For so long after the password was given, what weighs more is done without asking for it again, ms. */
export const confirmedMs = minutes(15);

/** How long an invitation can be taken up, ms. */
export const invitationMs = days(7);

/** E-mail addresses are kept and compared in lower case, without case rules of any language. */
export const normalEmail = (text: string): string => text.trim().toLowerCase();

/** An address that mail can be sent to, in the letters of mail's own; others could pose as one another on a screen. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z\d-]{2,63}$/i.test(text);

/** The fields of a session that say whether it still holds. */
export interface SessionTimes {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

export const isSessionOver = (session: SessionTimes, door: SignInDoor, now: Date): boolean =>
  session.endedAt !== null ||
  session.expiresAt <= now ||
  session.lastSeenAt.getTime() + sessionLimits[door].idleMs <= now.getTime();

/** Whether it is long ago that somebody showed who they are. */
export const needsConfirmation = (confirmedAt: Date, now: Date): boolean =>
  confirmedAt.getTime() + confirmedMs <= now.getTime();
