import { translatorFor } from "@/messages/translate";
import { istanbulDate } from "@/server/domain/business-day";
import { getChargebackEvidence } from "@/server/usecases/chargebacks/evidence-queries";
import { toPdf } from "../../documents/document-words";
import { buildEvidence } from "../../documents/evidence";
import type { PanelDoorContext } from "../door";
import { answerFile, toAccountPart } from "../file-door";
import { readPanelDoor } from "../session";

/** Answers `GET /panel/export/evidence.pdf`. */
export const handleEvidence = async (request: Request): Promise<Response> =>
  answerEvidence(request, await readPanelDoor(request.headers));

/** Answers the evidence file of the chargeback that `?chargeback=` names as a PDF (D-401). */
export function answerEvidence(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx } = door;
  const chargebackId = new URL(request.url).searchParams.get("chargeback") ?? "";
  const detail = { chargeback: chargebackId };
  const fileRequest = { permission: "chargeback.read", action: "chargeback.evidence", detail } as const;
  return answerFile(request, door, fileRequest, async ({ account }, language) => {
    const evidence = await getChargebackEvidence(ctx, { chargebackId, partnerId: account.partnerId });
    const name = translatorFor(language, "shared.evidence")("file", {
      account: toAccountPart(account),
      day: istanbulDate(evidence.bankAt),
    });
    return { name, document: toPdf(buildEvidence(evidence, language, ctx.clock.now())) };
  });
}
