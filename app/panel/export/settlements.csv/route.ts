import { exportSettlements } from "@/server/entry/panel/procedures/export-settlements";

export const dynamic = "force-dynamic";

export { exportSettlements as GET };
