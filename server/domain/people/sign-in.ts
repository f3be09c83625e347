import { days, hours, minutes } from "../clock";

/** The two places where people sign in: the merchant panel and the back-office of the staff. */
export type SignInDoor = "panel" | "staff";

/** How long a session lasts, in ms: without activity (`idleMs`), and at most (`wholeMs`). */
export const sessionLimits: Readonly<Record<SignInDoor, { readonly idleMs: number; readonly wholeMs: number }>> = {
  panel: { idleMs: hours(1), wholeMs: hours(12) },
  staff: { idleMs: minutes(30), wholeMs: hours(12) },
};

/** How long after entering the password sensitive actions need no new confirmation, in ms. */
const confirmationMs = minutes(15);

/** How long staff may view the panel of a merchant at a time, in ms (D-261). */
export const viewingMs = minutes(30);

/** How long an invitation can be accepted, in ms. */
export const invitationMs = days(7);

/**
 * How long a mailed link can be used, in ms: one that proves an address, one at which a new password is set, and one
 * with which a browser becomes a known one.
 */
export const mailedLinkMs = { addressProof: days(1), password: hours(1), device: hours(1) } as const;

/**
 * Returns an e-mail address as it is stored and compared: trimmed and in lower case, without language-specific rules.
 */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/**
 * Returns whether a text is an e-mail address in ASCII. Other letters are refused, because two different addresses
 * could look the same on a screen.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z\d-]{2,63}$/i.test(text);

/** The fields of a session that decide whether it is still valid. */
export interface SessionTimes {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

/** Returns whether a session has ended: it was ended, its time has expired, or it was idle for too long. */
export const isSessionEnded = (session: SessionTimes, door: SignInDoor, now: Date): boolean =>
  session.endedAt !== null ||
  session.expiresAt <= now ||
  session.lastSeenAt.getTime() + sessionLimits[door].idleMs <= now.getTime();

/** Returns whether the password has to be entered again before a sensitive action. */
export const needsConfirmation = (confirmedAt: Date, now: Date): boolean =>
  confirmedAt.getTime() + confirmationMs <= now.getTime();
