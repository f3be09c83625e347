import { handleStatementExport } from "@/server/entry/panel/procedures/statement-export";

export const dynamic = "force-dynamic";

export { handleStatementExport as GET };
