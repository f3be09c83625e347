import type { BankForm } from "@/server/banks/bank";
import { Secret } from "@/server/domain/secret";
import { openCardForm } from "@/server/usecases/payments/open-card-form";
import { startHandoff } from "@/server/usecases/payments/start-handoff";
import { lost } from "../world/doors";
import { drawCard, visitBank } from "./bank-visit";
import type { PaymentDeal } from "./deal";
import type { Person } from "./person";

/** The tries of a buyer, each with another card. */
const triesMax = 3;

/** A buyer pays an order by the card handoff: perhaps in several tabs, with a double click, after a break. */
export async function payByHandoff(person: Person, deal: PaymentDeal): Promise<void> {
  const { payment } = deal;
  if (!payment) return;
  const { paymentCode, paymentRef } = payment;
  if (person.draws.chance(0.3)) await person.call("opens the card form", (ctx) => openCardForm(ctx, { paymentRef }));
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const form = await submitCard(person, paymentCode, paymentRef);
    if (form === "over") return;
    if (form !== "again") {
      const result = await visitBank(person, form);
      if (result !== null) deal.promised.push({ result, step: person.world.scheduler.now });
      if (result === "success" || person.draws.chance(0.4)) return;
    }
    await person.pause(500, 90_000);
  }
}

/** Posts a card, perhaps with a double click. Returns the form to the bank, or whether it can be tried again. */
async function submitCard(
  person: Person,
  paymentCode: string,
  paymentRef: string,
): Promise<BankForm | "again" | "over"> {
  const card = drawCard(person);
  const raw = { ...card, pan: new Secret(card.pan), cv2: new Secret(card.cv2) };
  const submit = () =>
    person.call("submits a card", (ctx) => {
      person.world.notes.cards.push({ paymentCode, atStep: person.world.scheduler.now });
      return startHandoff(ctx, {
        paymentRef,
        raw,
        language: "tr",
        buyerIp: "198.51.100.7",
        present: async (form) => form,
      });
    });
  const answers = await Promise.all(person.draws.chance(0.15) ? [submit(), submit()] : [submit()]);
  for (const answer of answers) if (answer !== lost && answer.kind === "form") return answer.answer;
  const isOver = answers.every((answer) => answer !== lost && answer.kind === "rejected" && !answer.canRetry);
  return isOver ? "over" : "again";
}
