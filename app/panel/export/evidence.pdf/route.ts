import { handleEvidence } from "@/server/entry/panel/procedures/evidence-export";

export const dynamic = "force-dynamic";

export { handleEvidence as GET };
