import { createHash } from "node:crypto";
import type { BankForm } from "@/server/banks/bank";
import { encodeForm } from "@/server/banks/wire";
import { testCards } from "@/server/sandbox/bank/cards";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import { createBankBrowser } from "@/server/testing/banks/bank-browser";
import { completeThreeDSecure } from "@/server/usecases/payments/complete-three-d-secure";
import { lost } from "../world/doors";
import type { Person } from "./person";

/** What a browser brings back from the bank. */
interface Return {
  readonly token: string;
  readonly fields: BankForm["fields"];
  readonly bodyDigest: Buffer;
}

/** How often a buyer meets each outcome of a card. */
const outcomes = {
  approved: 24,
  three_ds_failed: 1,
  declined_at_start: 1,
  declined_insufficient_funds: 3,
  declined_lost_card: 1,
  capture_lost_taken: 2,
  capture_lost_nothing: 2,
  callback_missing: 1,
  callback_twice: 1,
  callback_forged_hash: 1,
  callback_forged_amount: 1,
  void_declined: 1,
  credit_declined: 1,
  credit_lost_taken: 1,
} as const;

/** Draws the card of a buyer. It is held by what happens to it at the bank. */
export function drawCard({ draws }: Person) {
  const outcome = draws.weighted(outcomes);
  const card = draws.pick(testCards.filter((one) => one.outcome === outcome));
  return { pan: card.pan, cv2: card.cv2, expireMonth: card.expireMonth, expireYear: card.expireYear };
}

/**
 * Takes a form to the bank as a buyer does: who may leave, cancel, or type a wrong code. Returns the result that the
 * product's answer to the return names; null where the browser never came back, or got no answer.
 * @param beside what another person may do at the instant of the return
 */
export async function visitBank(
  person: Person,
  form: BankForm,
  beside: () => Promise<void> = async () => undefined,
): Promise<string | null> {
  const { draws } = person;
  await person.pause(0, 2_000);
  if (draws.chance(0.08)) return null;
  const browser = createBankBrowser(({ address, form: fields }) =>
    person.act(`goes to the bank's ${new URL(address).pathname.split("/").at(1)}`, async () => {
      const { page, postsFirst } = await person.world.bank.answerBrowser(address, fields);
      if (postsFirst) person.world.let(() => postByBank(person, postsFirst));
      return page;
    }),
  );
  const button = draws.weighted({ right: 20, wrong: 1, cancel: 1 });
  const challenge = await browser.post(form.action, form.fields);
  if (draws.chance(0.3)) await person.pause(1_000, 240_000);
  else if (draws.chance(0.05)) await person.pause(240_000, 2_400_000);
  const page =
    button === "cancel"
      ? await browser.answerChallenge(challenge, "", "cancel")
      : await browser.answerChallenge(challenge, button === "right" ? oneTimeCode : "000000");
  const isBroughtBack = page.fields.length > 0 && !draws.chance(0.05);
  if (!isBroughtBack) return null;
  const done = draws.chance(0.1) ? beside() : null;
  const result = await comeBack(person, readReturn(page));
  await done;
  return result;
}

const readReturn = ({ action, fields }: BankForm): Return => ({
  token: action.split("/").at(-1) ?? "",
  fields,
  bodyDigest: createHash("sha256").update(encodeForm(fields)).digest(),
});

/** Posts the return, perhaps twice at once or again later, and reloads where no answer comes. */
async function comeBack(person: Person, back: Return): Promise<string | null> {
  const { draws } = person;
  const post = () => person.call("comes back from the bank", (ctx) => completeThreeDSecure(ctx, back));
  const other = draws.chance(0.15) ? post() : null;
  let answer = await post();
  for (let reloads = 0; answer === lost && reloads < 2; reloads += 1) {
    await person.pause(500, 30_000);
    answer = await post();
  }
  await other;
  if (draws.chance(0.1)) {
    await person.pause(1_000, 600_000);
    await post();
  }
  if (answer === lost) return null;
  return answer.kind === "redirect" ? readResult(answer.url) : answer.kind;
}

/** Reads the result that an address tells: that of a payment's shop, of a link's shop, or "none". */
export function readResult(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return searchParams.get("result") ?? /\/payment\/(\w+)$/.exec(pathname)?.[1] ?? "none";
}

/** The bank's own server posts a return before the browser does, for the card of two returns. */
async function postByBank(person: Person, form: BankForm): Promise<void> {
  await person.call("the bank posts the return", (ctx) => completeThreeDSecure(ctx, readReturn(form)));
}
