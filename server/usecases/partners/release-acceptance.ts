import type { Change } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import { missingDocuments } from "@/server/domain/partners/documents";
import { readDocumentStates } from "@/server/store/partners/documents";
import type { Ctx } from "../ctx";
import { changePartner, type SeenByStaff } from "./shared/change-partner";

/**
 * Ends the hold of an account's acceptance (D-33). Throws not_found, changed_meanwhile, and documents_missing where the
 * hold waits for documents of which one is not approved (D-241).
 */
export const releaseAcceptance = (ctx: Ctx, { staffId, ...seen }: SeenByStaff): Promise<Change> =>
  changePartner(ctx, seen, {
    show: (row) => ({ acceptanceHeld: row.acceptanceHeld, holdReason: row.holdReason }),
    change: async (row, tx) => {
      if (row.holdReason === "missing_documents") {
        const missing = missingDocuments(row.profile?.taxKind ?? null, await readDocumentStates(tx, row.id));
        if (missing.length > 0) throw new AppError("documents_missing", missing.join(", "));
      }
      return { partner: { acceptanceHeld: false, holdReason: null, heldSince: null } };
    },
    told: { ctx, action: "account.release", staffId },
  });
