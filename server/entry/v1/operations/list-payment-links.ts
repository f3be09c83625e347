import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { choice, dateTime } from "@/server/domain/fields";
import { appliedPage, appliedSize, isWithinHorizon, pagingHorizon } from "@/server/domain/links/link-paging";
import { int64Text, lenientParameter, optionalParameter, repeatedParameter } from "@/server/domain/query-fields";
import { linkStates } from "@/server/domain/states";
import { listLinks } from "@/server/usecases/links/queries";
import { linkSchema } from "../link-schema";
import { operation } from "../operation";

const kurus = (description: string) =>
  optionalParameter(int64Text().meta({ description: `${description}, in kuruş.` }));

/** A bound between two milliseconds goes to the nearest instant inside the range, so that it is compared exactly. */
const instant = (description: string, finer: "down" | "up") =>
  optionalParameter(
    dateTime(finer).meta({
      description: `${description}. RFC 3339 with a time zone; the + of an offset is sent as %2B.`,
    }),
  );

const query = z
  .object({
    status: repeatedParameter(choice(linkStates)).meta({
      description: "Links in this state; repeat it for several (`status=pending&status=launched`).",
      examples: [["pending", "launched"]],
    }),
    minAmount: kurus("Links of this amount or more"),
    maxAmount: kurus("Links of this amount or less"),
    createdFrom: instant("Links created at this instant or later", "up"),
    createdTo: instant("Links created at this instant or earlier", "down"),
    page: lenientParameter(appliedPage).meta({
      description: "Zero-based. What is negative or no integer is 0. Times `size` at most 100000.",
      type: "integer",
      format: "int32",
    }),
    size: lenientParameter(appliedSize).meta({
      description: "Links on a page, brought into 1 to 200. What is no integer is 20.",
      type: "integer",
      format: "int32",
    }),
  })
  .check(({ value: { page, size }, issues }) => {
    if (isWithinHorizon(page, size)) return;
    const message = problem("paging_horizon", pagingHorizon);
    issues.push({ code: "custom", path: ["page"], message, input: page });
  });

const linkList = z.object({
  items: z.array(linkSchema).meta({ description: "The links of this page, the newest first." }),
  page: z.int().meta({ description: "The page as it was applied.", examples: [0], format: "int32" }),
  size: z.int().meta({ description: "The size as it was applied.", examples: [20], format: "int32" }),
  hasMore: z.boolean().meta({
    description: "Whether the page is full and the next one can be asked for; that one may turn out empty.",
    examples: [false],
  }),
});

export const listPaymentLinksOperation = operation({
  id: "listPaymentLinks",
  method: "GET",
  path: "/v1/payment-links",
  tag: "Payment links",
  summary: "List payment links",
  description:
    "The account's links, the newest first. Filters that are given must all hold; their bounds are included.",
  scope: "links:read",
  budgets: ["links-ip", "links-read-key"],
  retryAfterSeconds: 60,
  isNewWork: true,
  refusedWhenSuspended: false,
  query,
  repeatable: ["status", "page", "size"],
  answers: { 200: "A page of links." },
  result: { name: "PaymentLinkList", schema: linkList },
  errors: [],
  async run(ctx, { caller: { partnerId }, query }) {
    const { status, minAmount, maxAmount, page, ...rest } = query;
    const list = await listLinks(ctx, {
      ...rest,
      partnerId,
      statuses: [...new Set(status)],
      minAmountKurus: minAmount,
      maxAmountKurus: maxAmount,
      page: Number(page),
    });
    return { status: 200, body: list };
  },
});
