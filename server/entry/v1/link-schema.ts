import { z } from "zod";
import { linkTextAnswers } from "@/server/domain/links/link-text-fields";
import { linkStates } from "@/server/domain/states";

/** The schema of a payment link in the merchant API (§2.1). Amounts are in kuruş, instants in UTC. */

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in kuruş.`, examples: [example], format: "int64" });

const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description}, UTC.`, examples: ["2026-11-20T09:00:00.000Z"] });

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const item = z.object({
  name: text("What it is.", "Red lamp"),
  note: text("A note about it; null when none was sent.", "Gift wrapped").nullable(),
  amount: amount("What it costs", 125_050),
});

const { description, ...otherTexts } = linkTextAnswers;

export const linkSchema = z.object({
  id: text(
    "Permanent identifier of the link, for queries and webhooks. Not the token.",
    "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
  ),
  token: text(
    "The secret part of `url`, which already contains it. Whoever has it can open the page.",
    "q3J9m0oWlXz6T2vYb8sK4dRfHc1nUeAg7PiLtZxVwQk",
  ),
  url: z.url().meta({
    description: "The address to share with the buyer.",
    examples: ["https://pay.example.com/l/q3J9m0oWlXz6T2vYb8sK4dRfHc1nUeAg7PiLtZxVwQk"],
  }),
  partnerReference: z.int().meta({
    description: "1, 2, 3 … in the order in which the account's links were created; for display.",
    examples: [1042],
    format: "int64",
  }),
  status: z.enum(linkStates).meta({ description: "State of the link.", examples: ["pending"] }),
  amount: amount("Base amount", 125_050),
  customerCommissionShareBps: z.int().meta({
    description: "Share of the commission that the buyer bears, in basis points (5000 is half of it).",
    examples: [0],
    format: "int32",
  }),
  description,
  redirectUrl: text(
    "Where the buyer is sent after the result; null when none was sent.",
    "https://shop.example/orders/1042",
  ).nullable(),
  firstOpenedAt: instant("When the buyer opened it first; null until then").nullable(),
  lastOpenedAt: instant("When the buyer opened it last; null until then").nullable(),
  expiresAt: instant("When it expires, seven days after its creation"),
  createdAt: instant("When it was created"),
  updatedAt: instant("When it last changed"),
  allowedInstallmentCounts: z
    .array(z.int().meta({ format: "int32" }))
    .nullable()
    .meta({ description: "The restriction, ascending; null when there is none.", examples: [[1, 3, 6]] }),
  items: z
    .array(item)
    .nullable()
    .meta({ description: "What is shown of the order, as it was sent; null when nothing was." }),
  ...otherTexts,
});

/** The schema of `{id}` in the path. */
export const linkId = z.string().meta({
  description: "Identifier of the link, not its token.",
  examples: ["pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5"],
});
