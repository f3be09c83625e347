import type { BankForm } from "@/server/banks/bank";
import { Secret } from "@/server/domain/secret";
import { findLinkResult } from "@/server/usecases/links/buyer-queries";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import { openLink } from "@/server/usecases/links/open-link";
import { startLinkPayment } from "@/server/usecases/links/start-link-payment";
import { lost } from "../world/doors";
import { drawCard, readResult, visitBank } from "./bank-visit";
import type { LinkDeal } from "./deal";
import { cancelLink } from "./merchant-server";
import type { Person } from "./person";

const triesMax = 4;

/** A buyer pays a link: opens it, submits a card, reloads, waits, gives up and tries again. */
export async function payLink(person: Person, deal: LinkDeal): Promise<void> {
  if (!deal.link) return;
  const { token } = deal.link;
  for (let tries = 1; tries <= triesMax; tries += 1) {
    if (await findOver(person, deal, token)) return;
    const form = await submitCard(person, deal, token);
    if (form !== null) {
      const result = await visitBank(person, form, () => cancelBeside(person, deal));
      if (result !== null) {
        promise(person, deal, result);
        await seeResult(person, deal, token);
      }
    }
    if (person.draws.chance(0.35)) return;
    await person.pause(500, 150_000);
    if (person.draws.chance(0.3)) await person.call("gives up", (ctx) => giveUpAttempt(ctx, { token }));
  }
}

/** Opens the link. Returns whether it cannot be paid any more. */
async function findOver(person: Person, deal: LinkDeal, token: string): Promise<boolean> {
  const state = await person.call("opens the link", (ctx) => openLink(ctx, { token, isOpening: true }));
  if (state === lost) return false;
  if (state?.kind === "paid") promise(person, deal, "success");
  return state === null || ["expired", "cancelled", "paid"].includes(state.kind);
}

/** Notes what the buyer was shown. */
const promise = ({ world }: Person, { promised }: LinkDeal, result: string): void =>
  void promised.push({ result, step: world.scheduler.now });

/** Submits a card, perhaps with a double click, or at the instant at which the merchant cancels the link. */
async function submitCard(person: Person, deal: LinkDeal, token: string): Promise<BankForm | null> {
  const card = drawCard(person);
  const raw = { ...card, pan: new Secret(card.pan), cv2: new Secret(card.cv2) };
  const submit = () =>
    person.call("submits a card for the link", (ctx) =>
      startLinkPayment(ctx, {
        token,
        raw,
        installmentCount: 1,
        seenTotalKurus: null,
        bin8: null,
        language: "en",
        buyerIp: "198.51.100.8",
        present: async ({ form }) => form,
      }),
    );
  const cancelled = person.draws.chance(0.06) ? cancelBeside(person, deal) : null;
  const answers = await Promise.all(person.draws.chance(0.15) ? [submit(), submit()] : [submit()]);
  await cancelled;
  for (const answer of answers) if (answer !== lost && answer.kind === "form") return answer.answer;
  return null;
}

/** Lets the merchant cancel a link at the instant at which a buyer does something. */
const cancelBeside = (person: Person, deal: LinkDeal): Promise<void> => cancelLink(person.besides("shop"), deal);

/** Reads where the browser is sent after the bank, until the outcome is known or the buyer stops looking. */
async function seeResult(person: Person, deal: LinkDeal, token: string): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1) {
    const found = await person.call("looks at the result", (ctx) => findLinkResult(ctx, { token }));
    if (found === lost || found === null) return;
    if (found.kind !== "waiting") {
      return promise(person, deal, found.kind === "redirect" ? readResult(found.url) : "none");
    }
    await person.pause(500, 10_000);
  }
}
