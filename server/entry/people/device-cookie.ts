import { createHmac, timingSafeEqual } from "node:crypto";
import { getContext } from "@/server/context";
import { days, systemClock } from "@/server/domain/clock";
import { normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import type { Random } from "@/server/domain/random";
import type { WebRequest } from "@/server/request-store";
import { readCookie } from "../http/request-facts";
import { cookieSecret } from "./sign-in-cookie";

/** The cookie of each door that says with which addresses this browser has signed in (D-310). */
const deviceCookie: Readonly<Record<SignInDoor, string>> = {
  panel: "__Host-device-panel",
  staff: "__Host-device-staff",
};

/** How long a browser stays known after a sign-in, in ms. */
const knownMs = days(180);

/** The people of one browser who stay known, for a computer that colleagues share. */
const entriesMax = 5;

/** What a device cookie is read and written with. */
export interface DeviceKey {
  readonly door: SignInDoor;
  readonly authSecret: string;
}

type Headers = Pick<WebRequest["headers"], "get">;

/**
 * Returns the device id of a browser that has signed in with an e-mail address before; null for an unknown browser. The
 * signature covers the address, so the cookie of one person is no proof for another.
 */
export function findDeviceId(headers: Headers, key: DeviceKey, email: string, now: Date): string | null {
  for (const entry of readEntries(headers, key.door)) {
    const [id = "", expires = "", signature = ""] = entry.split(".");
    const isOurs = isEqual(signature, sign(key, email, `${id}.${expires}`));
    if (isOurs && Number.parseInt(expires, 36) * 1000 > now.getTime()) return id;
  }
  return null;
}

/**
 * Returns the `Set-Cookie` line that makes a browser a known one for an address. The new entry replaces the browser's
 * earlier one for the same address and comes before those of other people.
 */
export function makeDeviceCookie(random: Random, headers: Headers, key: DeviceKey, email: string, now: Date): string {
  const expires = Math.floor((now.getTime() + knownMs) / 1000).toString(36);
  const id = random.bytes(12).toString("base64url");
  const body = `${id}.${expires}`;
  const earlier = findDeviceId(headers, key, email, now);
  const others = readEntries(headers, key.door).filter((entry) => earlier === null || !entry.startsWith(`${earlier}.`));
  const value = [`${body}.${sign(key, email, body)}`, ...others].slice(0, entriesMax).join("~");
  const lifeSeconds = knownMs / 1000;
  return `${deviceCookie[key.door]}=${value}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; Secure; SameSite=Lax`;
}

/** Returns the `Set-Cookie` line that makes the browser of a request a known one for an address. */
export function knowBrowser({ headers }: Request, door: SignInDoor, email: string): string {
  const { env, random } = getContext();
  const authSecret = env.authSecret.reveal();
  return makeDeviceCookie(random, headers, { door, authSecret }, email, systemClock.now());
}

const entryFormat = /^[\w-]{16}\.[\da-z]{1,9}\.[\w-]{43}$/;

const readEntries = (headers: Headers, door: SignInDoor): string[] =>
  (readCookie(headers.get("cookie") ?? "", deviceCookie[door]) ?? "")
    .split("~")
    .slice(0, entriesMax)
    .filter((entry) => entryFormat.test(entry));

const sign = ({ door, authSecret }: DeviceKey, email: string, body: string): string =>
  createHmac("sha256", `${cookieSecret(authSecret, door)}/device`)
    .update(`${normalizeEmail(email)}\n${body}`)
    .digest("base64url");

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
