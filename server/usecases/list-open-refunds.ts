import { plusMs } from "@/server/domain/clock";
import { alertAfterMs } from "@/server/domain/inquiry";
import { listPendingRefunds } from "@/server/store/pending-refunds";
import type { Ctx } from "./ctx";

/** The refunds of which the bank has not said for 15 minutes what became of them, oldest first: a person looks (D-46). */
export const listOpenRefunds = (ctx: Ctx) =>
  listPendingRefunds(ctx.db, plusMs(ctx.clock.now(), -alertAfterMs), countMax);

const countMax = 100;
