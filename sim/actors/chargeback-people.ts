import { istanbulDayStart } from "@/server/domain/business-day";
import { hours } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { asPartnerId } from "@/server/store/tenant";
import { type AnswerChargebackInput, answerChargeback } from "@/server/usecases/chargebacks/answer-chargeback";
import { getChargeback } from "@/server/usecases/chargebacks/queries";
import { writeChargebackStatement } from "@/server/usecases/chargebacks/write-chargeback-statement";
import { openingOf, pauseUntil, roundsMax } from "./bank-hours";
import type { Person } from "./person";

interface Taken {
  readonly chargebackId: string;
  readonly partnerId: string;
}

/**
 * A merchant's finance looks at its chargebacks just when the files are imported, writes what it has to say, and
 * accepts some of them, perhaps twice at once.
 */
export async function answerAsMerchant(person: Person): Promise<void> {
  await eachMorning(person, async ({ chargebackId, partnerId: partner }) => {
    const { draws } = person;
    const partnerId = asPartnerId(partner);
    if (draws.chance(0.3)) {
      const statement = "The goods were handed over";
      await person.call("writes a statement", (ctx) =>
        refusalOr(writeChargebackStatement(ctx, { chargebackId, partnerId, statement })),
      );
    }
    if (draws.chance(0.4)) await answer(person, { chargebackId, partnerId, outcome: "accepted" });
    await person.call("reads a chargeback", (ctx) => getChargeback(ctx, { chargebackId, partnerId }));
  });
}

/** Staff send the evidence to the bank, or write down that it decided for the buyer. */
export async function answerAsStaff(person: Person): Promise<void> {
  await eachMorning(person, async ({ chargebackId }) => {
    const { draws } = person;
    if (draws.chance(0.5))
      await answer(person, { chargebackId, outcome: draws.pick(["contested", "contested", "lost"]) });
  });
}

async function eachMorning(person: Person, act: (taken: Taken) => Promise<void>): Promise<void> {
  const start = istanbulDayStart(person.world.time.now());
  for (let round = 1; round <= roundsMax; round += 1) {
    await pauseUntil(person, openingOf(start, round), person.draws.pick([0, 0, 5_000, hours(2)]));
    const { rows } = await person.act("looks at the chargebacks", () =>
      person.world.control.query<Taken>(
        `select id as "chargebackId", partner_id as "partnerId" from chargeback where status <> 'won' order by id`,
      ),
    );
    for (const taken of rows) await act(taken);
  }
}

/** Records an answer, perhaps twice at once. */
async function answer(person: Person, input: Omit<AnswerChargebackInput, "by">): Promise<void> {
  const record = (who: Person): Promise<unknown> =>
    who.call(`records that a chargeback is ${input.outcome}`, (ctx) =>
      refusalOr(answerChargeback(ctx, { ...input, by: `${person.name}@sim.test` })),
    );
  await Promise.all([record(person), ...(person.draws.chance(0.4) ? [record(person.besides("again"))] : [])]);
}

const refusalOr = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && error.code !== "internal_error") return error.code;
    throw error;
  });
