import type { Dice } from "../crash/dice";
import { cardWith } from "../support/cards";
import type { Answer } from "../support/http";
import type { Merchant } from "../support/merchant";
import { patienceMs, type TriedCreation } from "./errors";
import type { Visit } from "./link-visits";
import { repeatSteadily } from "./steady";

export interface LookingSettings {
  /** The merchant who creates payments steadily. */
  readonly merchant: Merchant;
  readonly creations: readonly TriedCreation[];
  readonly visits: readonly Visit[];
  readonly dice: Dice;
}

/**
 * Looks up what merchants know at a steady rate. Whatever was answered with 201 has to be found from then on, at every
 * process that can look: a lost answer, and a 503 of D-68 or an answer of the proxy, say nothing about it. A 500 is a
 * defect, also while the database is away.
 */
export function startLooking(settings: LookingSettings, perSecond: number) {
  const surprises: string[] = [];
  const look = async (): Promise<void> => {
    const asked = chooseQuestion(settings);
    if (!asked) return;
    const answer = await asked.ask(AbortSignal.timeout(patienceMs)).catch(() => null);
    if (answer === null || isTrouble(answer) || asked.isRight(answer)) return;
    surprises.push(`${asked.what}: ${answer.status} ${answer.text.slice(0, 500)}`);
  };
  return { surprises, ...repeatSteadily(perSecond, look) };
}

/** Whether an answer only says that something is away. */
const isTrouble = ({ status }: Answer): boolean => status > 500;

interface Question {
  readonly what: string;
  ask(signal: AbortSignal): Promise<Answer>;
  isRight(answer: Answer): boolean;
}

function chooseQuestion({ merchant, creations, visits, dice }: LookingSettings): Question | null {
  const get = (target: string) => (signal: AbortSignal) => merchant.get(target, { signal });
  const isFound = ({ status }: Answer): boolean => status === 200;
  const created = creations[dice.between(0, Math.max(0, creations.length - 1))];
  const visit = visits[dice.between(0, Math.max(0, visits.length - 1))];
  switch (dice.between(0, 4)) {
    case 0:
      return { what: "list of links", ask: get("/v1/payment-links?size=20"), isRight: isFound };
    case 1: {
      const ask = (signal: AbortSignal) => merchant.installmentOptions(cardWith({}).pan, {}, { signal });
      return { what: "installment options", ask, isRight: isFound };
    }
    case 2:
      if (!visit) return null;
      return {
        what: `link ${visit.link.id}`,
        ask: (signal) => visit.merchant.get(`/v1/payment-links/${visit.link.id}`, { signal }),
        isRight: (answer) => isFound(answer) && answer.json().amount === visit.link.amount,
      };
    default:
      if (!created?.code) return null;
      return {
        what: `payment ${created.code}`,
        ask: get(`/v1/payments/${created.code}`),
        // No buyer pays these payments.
        isRight: (answer) => isFound(answer) && ["initiated", "expired"].includes(answer.json().status),
      };
  }
}
