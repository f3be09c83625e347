import { answerPageInventory } from "@/server/entry/link/page-inventory";

export const dynamic = "force-dynamic";

export const GET = (): Response => answerPageInventory();
