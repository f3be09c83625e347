import type { Ctx } from "@/server/usecases/ctx";
import { watchPages } from "@/server/usecases/pages/watch-pages";

/** The pages are looked at in each second round of the watch. */
const pageRounds = 2;

/**
 * Makes the look at the buyers' pages for the rounds of the watch (D-367). It runs beside them, because a proxy that
 * does not answer must not hold up the other looks, with the connections of the product and not those of the watch.
 */
export function watchPagesInRounds(ctx: Ctx): () => Promise<void> {
  let rounds = 0;
  let isLooking = false;
  const look = async (): Promise<void> => {
    try {
      await watchPages(ctx);
    } catch (error) {
      ctx.log.warn({ err: error }, "The pages of buyers could not be compared");
    } finally {
      isLooking = false;
    }
  };
  return async () => {
    if (rounds++ % pageRounds !== 0 || isLooking) return;
    isLooking = true;
    ctx.background(look());
  };
}
