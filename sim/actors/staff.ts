import { bankDay } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import type { InquirableKind } from "@/server/domain/payments/open-question";
import type { Ctx } from "@/server/usecases/ctx";
import { inquireNow } from "@/server/usecases/operations/inquire-now";
import { reconcileDay } from "@/server/usecases/operations/reconcile-day";
import type { SimTerminal } from "../world/accounts";
import type { Person } from "./person";

/** Staff look at what is unknown now and then, and have the bank asked at once. */
export async function inquireOften(person: Person): Promise<void> {
  const rounds = person.draws.between(1, 4);
  for (let round = 1; round <= rounds; round += 1) {
    await person.pause(5_000, 900_000);
    const open = await person.act("looks at what is unknown", () => listUnknown(person));
    for (const { kind, id } of open) {
      await person.call(`has the bank asked about ${kind}`, (ctx) => refusalOr(inquireNow(ctx, { kind, id })));
    }
  }
}

async function listUnknown({ world }: Person): Promise<{ kind: InquirableKind; id: string }[]> {
  const { rows } = await world.control.query<{ kind: InquirableKind; id: string }>(`
    select 'capture' as kind, id from attempt where status = 'unknown'
    union all select 'refund', id from refund where status = 'pending'
    order by kind, id`);
  return rows;
}

/** Staff compare the books of a terminal with its bank, for the day of this moment, perhaps while payments are made. */
export async function reconcile(person: Person, terminal: SimTerminal): Promise<void> {
  await person.pause(10_000, 7_200_000);
  await person.call("compares the day with the bank", (ctx: Ctx) => {
    const day = bankDay(ctx.clock.now(), "00:00");
    const input = { terminalId: terminal.id, day, statement: null, isDryRun: false, pauseMs: 100 };
    return refusalOr(reconcileDay(ctx, input));
  });
}

/** Returns the code of a refusal instead of throwing it. */
const refusalOr = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
