import { encodeForm } from "@/server/banks/wire";
import type { RealTime } from "@/server/domain/real-time";
import type { BrowserForm } from "./records/authentications";

/** The time limit in ms, longer than a merchant needs to answer a browser. */
const deliveryTimeoutMs = 20_000;

/**
 * Posts a form to the merchant as a browser would, so that the browser's own request is the second one. The bank's
 * server sends it because a page cannot post twice without a script. The merchant's answer is ignored.
 */
export async function deliver(
  { action, fields }: BrowserForm,
  realTime: RealTime,
  closing: AbortSignal,
): Promise<void> {
  const late = new AbortController();
  const withdraw = realTime.after(deliveryTimeoutMs, () => late.abort(), { holdsProcess: false });
  try {
    const answer = await fetch(action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", origin: "null" },
      body: Buffer.from(encodeForm(fields)),
      redirect: "manual",
      signal: AbortSignal.any([closing, late.signal]),
    });
    await answer.body?.cancel();
  } catch {
    // The merchant cannot be reached, so the browser's request will be the only one.
  } finally {
    withdraw();
  }
}
