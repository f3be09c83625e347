import { getContext } from "@/server/context";

/**
 * Lists every script on the buyers' pages, with its hash and its purpose, and what else each page consists of (PCI DSS
 * 6.4.3, D-293).
 */
export function answerPageInventory(): Response {
  const { inventory, digest } = getContext().pages.released;
  return Response.json({ ...inventory, digest }, { headers: { "Cache-Control": "no-store" } });
}
