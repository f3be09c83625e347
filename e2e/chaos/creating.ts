import { triesHeader } from "../cluster/proxy";
import type { Answer } from "../support/http";
import { type Merchant, newCode } from "../support/merchant";
import { patienceMs, type TriedCreation } from "./errors";
import { repeatSteadily } from "./steady";

/**
 * Creates payments at a steady rate through the proxy, each sent once, whatever happens to the processes behind it;
 * the proxy may repeat it (D-335).
 * @param perSecond the number of creations per second
 */
export function startCreating(merchant: Merchant, perSecond: number) {
  const creations: TriedCreation[] = [];
  const create = async (): Promise<void> => {
    const at = Date.now();
    const request = merchant.request({ partnerTxCode: newCode() });
    const answer = await merchant.post(request, { signal: AbortSignal.timeout(patienceMs) }).catch(String);
    const ms = Date.now() - at;
    if (typeof answer === "string") creations.push({ at, ms, status: 0, code: null, trouble: answer, tries: 1 });
    else creations.push({ at, ms, ...read(answer) });
  };
  return { creations, ...repeatSteadily(perSecond, create) };
}

/** Reads an answer. What the proxy says in the product's place is no answer of the product. */
function read({ status, text, json, headers }: Answer): Pick<TriedCreation, "status" | "code" | "trouble" | "tries"> {
  const tries = Number(headers[triesHeader] ?? 1);
  // 200 is the answer to a repetition, when the process that was killed had created the payment.
  if (status === 201 || status === 200) return { status, code: json().paymentCode, trouble: null, tries };
  return { status: status === 502 ? 0 : status, code: null, trouble: text.slice(0, 200), tries };
}
