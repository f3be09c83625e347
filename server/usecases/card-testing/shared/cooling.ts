import { bin6, removeSpaces } from "@/server/domain/card";
import { toCoolingSubjects, toRetryAfterSeconds } from "@/server/domain/card-testing/rules";
import type { Secret } from "@/server/domain/secret";
import { ipGroup } from "@/server/domain/web/ip-group";
import { findCoolingEnd } from "@/server/store/card-testing/coolings";
import type { Ctx } from "@/server/usecases/ctx";

/** A card that a buyer has submitted. Its number may still turn out to be none. */
export interface SubmittedCard {
  readonly linkId: string | null;
  readonly partnerId: string;
  readonly raw: { readonly pan: Secret };
  readonly buyerIp: string;
}

/** Cards are not taken for this many seconds, at least 1. */
export interface CoolingWait {
  readonly retryAfterSeconds: number;
}

/** Returns how long no card is taken in one of the scopes of a card (D-290); null where it is taken. */
export async function findCoolingWait(ctx: Ctx, card: SubmittedCard): Promise<CoolingWait | null> {
  const { linkId, partnerId, raw, buyerIp } = card;
  const digits = removeSpaces(raw.pan.reveal());
  const place = {
    linkId,
    partnerId,
    bin6: /^[0-9]{6}/.test(digits) ? bin6(digits) : null,
    network: ipGroup(buyerIp),
  };
  const now = ctx.clock.now();
  const subjects = Object.values(toCoolingSubjects(place)).filter((subject) => subject !== null);
  const until = await findCoolingEnd(ctx.db.prisma, subjects, now);
  return until && { retryAfterSeconds: toRetryAfterSeconds(until, now) };
}
