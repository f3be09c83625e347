import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { linkList } from "@/server/domain/links/link-list";
import { linkDraftInput, newLinkInput } from "@/server/domain/links/new-link";
import { applyFilters } from "@/server/domain/lists";
import { mayInPanel } from "@/server/domain/people/access";
import { listInput } from "@/server/entry/trpc/list-input";
import { requireActive } from "@/server/usecases/account-guards";
import { cancelLink } from "@/server/usecases/links/cancel-link";
import { createLink } from "@/server/usecases/links/create-link";
import { getLinkTimeline } from "@/server/usecases/links/get-link-timeline";
import { getLink, getLinkTerms, listPanelLinks, previewLink } from "@/server/usecases/links/queries";
import type { LinkRecord } from "@/server/usecases/links/shared/link-record";
import { mutationProcedure, queryProcedure, router } from "../door";

const byId = z.object({ linkId: codeText(64) });

const rowsOnAPage = 50;

/** Returns a link as the panel shows it, without the separate token, which its URL contains. */
const shown = ({ token: _token, ...link }: LinkRecord) => link;

/** Procedures for an account's payment links. */
export const linkRouter = router({
  /** Returns a page with the present time, by which pages show how long a link can still be paid. */
  list: queryProcedure("link.read")
    .input(listInput(linkList))
    .query(async ({ ctx: { ctx, session }, input: { sort, cursor, ...query } }) => {
      const now = ctx.clock.now();
      const { items, nextCursor } = await listPanelLinks(ctx, {
        partnerId: session.account.partnerId,
        filters: applyFilters(linkList, query, now),
        sort,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      });
      return { items: items.map(shown), nextCursor, now };
    }),

  get: queryProcedure("link.read")
    .input(byId)
    .query(async ({ ctx: { ctx, session }, input }) => {
      const { partnerId, name } = session.account;
      const link = await getLink(ctx, { partnerId, linkId: input.linkId });
      return { ...shown(link), merchantName: name, now: ctx.clock.now() };
    }),

  timeline: queryProcedure("link.read")
    .input(byId)
    .query(({ ctx: { ctx, session }, input }) =>
      getLinkTimeline(ctx, {
        partnerId: session.account.partnerId,
        linkId: input.linkId,
        withDeliveries: mayInPanel(session.role, "webhook.read"),
      }),
    ),

  terms: queryProcedure("link.write").query(({ ctx: { ctx, session } }) =>
    getLinkTerms(ctx, { account: session.account }),
  ),

  preview: queryProcedure("link.write")
    .input(linkDraftInput)
    .query(({ ctx: { ctx, session }, input: { allowedCounts, ...input } }) =>
      previewLink(ctx, { ...input, restriction: allowedCounts, account: session.account }),
    ),

  create: mutationProcedure("link.write")
    .use(({ ctx: { session }, next }) => {
      requireActive(session.account);
      return next();
    })
    .input(newLinkInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { account } = session;
      const { amountKurus, terminalId, customerShareBps: share } = input;
      const detail = { amount: amountKurus.toString(), terminalId, customerShareBps: share };
      await audit.begin({ subject: null, detail });
      const { link, notices } = await createLink(ctx, { ...input, caller: account });
      audit.note({ subject: link.id });
      return { ...shown(link), merchantName: account.name, now: ctx.clock.now(), notices };
    }),

  cancel: mutationProcedure("link.write")
    .input(byId)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { linkId } }) => {
      await audit.begin({ subject: linkId, detail: {} });
      const { partnerId, name } = session.account;
      const link = await cancelLink(ctx, { partnerId, linkId });
      return { ...shown(link), merchantName: name, now: ctx.clock.now() };
    }),
});
