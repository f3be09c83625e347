import { scriptInventory } from "@/components/pay/page-assets";

export const dynamic = "force-dynamic";

/** Lists every script on a page that takes a card, with its hash and its purpose (PCI DSS 6.4.3). */
export const GET = (): Response => Response.json(scriptInventory, { headers: { "Cache-Control": "no-store" } });
