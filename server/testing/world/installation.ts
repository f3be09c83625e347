import type { Ctx } from "@/server/usecases/ctx";
import { createReceiverNotes } from "@/server/usecases/receiver-notes";

/** An installation whose surroundings are fine. It names no migrations, because tests copy a migrated database. */
const installation: Ctx["installation"] = {
  migrations: [],
  allowDatabaseOwner: false,
  examineSurroundings: async () => [],
};

/** The parts of a test's context that concern its surroundings. No message about alerts leaves. */
export const createTestSurroundings = (): Pick<Ctx, "installation" | "incidents" | "receivers" | "commissionTax"> => ({
  installation,
  incidents: { mailTo: [], language: "tr", webhook: null },
  receivers: createReceiverNotes(),
  commissionTax: "kdv",
});
