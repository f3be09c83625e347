import { handleSettlementExport } from "@/server/entry/panel/procedures/settlement-export";

export const dynamic = "force-dynamic";

export { handleSettlementExport as GET };
