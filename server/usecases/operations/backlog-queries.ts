import type { Backlog } from "@/server/domain/operations/backlog";
import { readBacklog } from "@/server/store/operations/backlog";
import type { Ctx } from "../ctx";

/** Reads what waits in the database (D-352). Ages follow the product's clock, those of jobs and sweeps real time. */
export const getBacklog = (ctx: Ctx): Promise<Backlog> => readBacklog(ctx.db, ctx.clock.now(), ctx.realTime.now());
