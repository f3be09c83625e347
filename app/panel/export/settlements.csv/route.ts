import { exportSettlements } from "@/server/entry/panel/export-settlements";

export const dynamic = "force-dynamic";

export { exportSettlements as GET };
