import { plusMs } from "@/server/domain/clock";
import { eraseBankMessages as eraseUntil, messagesKeptMs } from "@/server/store/bank-messages";
import type { Ctx } from "./ctx";

/** Erases the messages of banks whose seven days are over (D-47, D-48); how many. */
export const eraseBankMessages = (ctx: Ctx): Promise<number> =>
  eraseUntil(ctx.db, plusMs(ctx.clock.now(), -messagesKeptMs));
