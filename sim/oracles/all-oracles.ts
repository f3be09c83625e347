import { answersExplained } from "./answers";
import { bankDaysAlways, daysComplete, differencesPlanted } from "./bank-days";
import { chargebacksAgree, chargebacksAlways } from "./chargebacks";
import { intentsSentOnce } from "./intents";
import { noErrorsLogged } from "./logs";
import { booksAgree, moneyAlways } from "./money";
import { statesObeyed } from "./moves";
import type { Oracle } from "./oracle";
import { allEnded } from "./outcome";
import { ledgerRight, payoutsAlways, transfersAgree } from "./payouts";
import { plansKept } from "./plans";
import { promisesKept } from "./promises";
import { exceptRepeatedCredits, repeatedCreditsNamed } from "./repeated-credits";
import { noCardNumbers } from "./secrets";
import { monthsAlways } from "./statements";
import { eventsDelivered } from "./webhooks";

/** What holds at every instant. It is looked at every few steps, while transactions and calls are under way. */
export const always: readonly Oracle[] = [
  moneyAlways,
  payoutsAlways,
  monthsAlways,
  bankDaysAlways,
  chargebacksAlways,
  plansKept,
];

/** What holds when nothing is under way and nothing is due any more. */
export const atTheEnd: readonly Oracle[] = [
  ...always,
  exceptRepeatedCredits(booksAgree),
  repeatedCreditsNamed,
  exceptRepeatedCredits(allEnded),
  ledgerRight,
  chargebacksAgree,
  exceptRepeatedCredits(differencesPlanted),
  exceptRepeatedCredits(daysComplete),
  transfersAgree,
  intentsSentOnce,
  statesObeyed,
  eventsDelivered,
  promisesKept,
  noCardNumbers,
  exceptRepeatedCredits(noErrorsLogged),
  answersExplained,
];
