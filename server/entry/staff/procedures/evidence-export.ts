import { translatorFor } from "@/messages/translate";
import { toFileNamePart } from "@/server/domain/ascii";
import { istanbulDate } from "@/server/domain/business-day";
import { answerFile } from "@/server/entry/trpc/file-door";
import type { DoorContext } from "@/server/entry/trpc/trpc-door";
import { getChargebackEvidence } from "@/server/usecases/chargebacks/evidence-queries";
import type { StaffSession } from "@/server/usecases/people/session-queries";
import { toPdf } from "../../documents/document-words";
import { buildEvidence } from "../../documents/evidence";
import { staffDoor } from "../door";

/** Answers the evidence file of the chargeback that `?chargeback=` names as a PDF, of any account (D-401). */
export function answerEvidenceExport(request: Request, door: DoorContext<StaffSession>): Promise<Response> {
  const { ctx } = door;
  const chargebackId = new URL(request.url).searchParams.get("chargeback") ?? "";
  const detail = { chargeback: chargebackId };
  const fileRequest = { permission: "chargeback.read", action: "chargeback.evidence", detail } as const;
  return answerFile(staffDoor, request, door, fileRequest, async (_session, language) => {
    const evidence = await getChargebackEvidence(ctx, { chargebackId, partnerId: null });
    const name = translatorFor(language, "shared.evidence")("file", {
      account: toFileNamePart(evidence.merchantName) || toFileNamePart(evidence.partnerId),
      day: istanbulDate(evidence.bankAt),
    });
    return { name, document: toPdf(buildEvidence(evidence, language, ctx.clock.now())) };
  });
}
