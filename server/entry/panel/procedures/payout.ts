import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { cursor, instant } from "@/server/entry/trpc/trpc-fields";
import { getDue } from "@/server/usecases/operations/get-due";
import { getPayout } from "@/server/usecases/payouts/get-payout";
import { listPayouts } from "@/server/usecases/payouts/list-payouts";
import { listSettlements } from "@/server/usecases/payouts/list-settlements";
import { read, router } from "../door";

const byId = z.object({ payoutItemId: codeText(64) });

const rowsOnAPage = 50;

/** What is due to an account, and what it has been paid. */
export const payoutRouter = router({
  due: read("payout.read").query(({ ctx: { ctx, session } }) =>
    getDue(ctx, { partnerId: session.account.partnerId }),
  ),

  /** What the sums of `due` are made of; of one day, or of all. */
  dueSettlements: read("payout.read")
    .input(z.object({ dueAt: instant().nullable(), cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "due", dueAt: input.dueAt },
        cursor: input.cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  list: read("payout.read")
    .input(z.object({ cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input }) =>
      listPayouts(ctx, {
        partnerId: session.account.partnerId,
        cursor: input.cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: read("payout.read")
    .input(byId)
    .query(({ ctx: { ctx, session }, input }) =>
      getPayout(ctx, { partnerId: session.account.partnerId, ...input }),
    ),

  /** What a payout collects. */
  settlements: read("payout.read")
    .input(byId.extend({ cursor: cursor() }))
    .query(({ ctx: { ctx, session }, input: { payoutItemId, cursor } }) =>
      listSettlements(ctx, {
        partnerId: session.account.partnerId,
        scope: { kind: "item", payoutItemId },
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),
});
