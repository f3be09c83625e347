import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { closeAlerts } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { insertInventory } from "@/server/store/pages/page-inventories";
import type { Ctx } from "../ctx";
import { releaseSubject } from "./shared/release-alert";

export interface AuthorisePagesInput {
  /** Who has reviewed the pages. */
  readonly authorisedBy: string;
  readonly reason: string;
}

/**
 * Authorises the buyers' pages of this release: stores their inventory with a signature (PCI DSS 6.4.3, D-293). The
 * alert that they are not authorised closes. Throws validation_error for a reason that is empty or too long.
 */
export async function authorisePages(ctx: Ctx, { authorisedBy, reason }: AuthorisePagesInput): Promise<void> {
  if (reason.trim() === "" || reason.length > reasonMax) {
    throw new AppError("validation_error", `The reason must have 1 to ${reasonMax} characters`);
  }
  const now = ctx.clock.now();
  const { text: content, digest } = ctx.pages.released;
  const authorisation = { digest, authorisedBy, reason, authorisedAt: now };
  const signed = ctx.pages.keys.sign(authorisation);
  await inTx(ctx.db, async (tx) => {
    await insertInventory(tx, { id: newId(ctx.random, "pageInventory", now), content, ...authorisation, ...signed });
    await closeAlerts(tx, { kinds: ["pages_unauthorised"], subjects: [releaseSubject] }, now);
  });
}

const reasonMax = 500;
