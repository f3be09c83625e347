import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import {
  boundedList,
  choice,
  codeText,
  integer,
  integerBetween,
  optional,
  unboundedList,
} from "@/server/domain/fields";
import { isWithinHorizon, pagingHorizon } from "@/server/domain/links/link-paging";
import { mayInPanel } from "@/server/domain/people/access";
import { linkStates } from "@/server/domain/states";
import {
  customerShareBps,
  itemCountMax,
  itemName,
  itemNote,
  linkDescription,
  payerName,
  redirectUrl,
} from "@/server/entry/http/link-fields";
import { instant, kurus } from "@/server/entry/trpc/trpc-fields";
import { requireActive } from "@/server/usecases/account-guards";
import { cancelLink } from "@/server/usecases/links/cancel-link";
import { createLink } from "@/server/usecases/links/create-link";
import { getLinkTimeline } from "@/server/usecases/links/get-link-timeline";
import { getLink, getLinkTerms, listLinks, previewLink } from "@/server/usecases/links/queries";
import type { LinkRecord } from "@/server/usecases/links/shared/link-record";
import { mutationProcedure, queryProcedure, router } from "../door";

const byId = z.object({ linkId: codeText(64) });

const filters = z
  .object({
    statuses: z.array(choice(linkStates)).max(linkStates.length).default([]),
    minAmountKurus: optional(kurus()),
    maxAmountKurus: optional(kurus()),
    createdFrom: optional(instant()),
    createdTo: optional(instant()),
    page: integerBetween(0, pagingHorizon).default(0),
    size: integerBetween(1, 200).default(20),
  })
  .check(({ value: { page, size }, issues }) => {
    if (isWithinHorizon(BigInt(page), size)) return;
    issues.push({
      code: "custom",
      path: ["page"],
      message: problem("paging_horizon", pagingHorizon),
      input: page,
    });
  });

const counts = optional(unboundedList(integer()));

const draft = z.object({
  terminalId: codeText(64),
  amountKurus: kurus(),
  customerShareBps: customerShareBps(),
  allowedCounts: counts,
});

const newLink = draft.extend({
  description: optional(linkDescription()),
  payerName: optional(payerName()),
  redirectUrl: optional(redirectUrl()),
  items: optional(
    boundedList(z.object({ name: itemName(), note: optional(itemNote()), amountKurus: kurus() }), 1, itemCountMax),
  ),
});

/** Returns a link as the panel shows it, without the separate token, which its URL contains. */
const shown = ({ token: _token, ...link }: LinkRecord) => link;

/** Procedures for an account's payment links. */
export const linkRouter = router({
  list: queryProcedure("link.read")
    .input(filters)
    .query(async ({ ctx: { ctx, session }, input }) => {
      const { items, ...paging } = await listLinks(ctx, { ...input, partnerId: session.account.partnerId });
      return { ...paging, items: items.map(shown), now: ctx.clock.now() };
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
    .input(draft)
    .query(({ ctx: { ctx, session }, input: { allowedCounts, ...input } }) =>
      previewLink(ctx, { ...input, restriction: allowedCounts, account: session.account }),
    ),

  create: mutationProcedure("link.write")
    .use(({ ctx: { session }, next }) => {
      requireActive(session.account);
      return next();
    })
    .input(newLink)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { account } = session;
      const { amountKurus, terminalId, customerShareBps: share } = input;
      const detail = { amount: amountKurus.toString(), terminalId, customerShareBps: share };
      await audit.begin({ subject: null, detail });
      const link = await createLink(ctx, { ...input, caller: account });
      audit.note({ subject: link.id });
      return { ...shown(link), merchantName: account.name, now: ctx.clock.now() };
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
