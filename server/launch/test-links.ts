import { days, plusMs } from "@/server/domain/clock";
import { newSecretToken, tokenHash } from "@/server/domain/ids";
import type { LinkStatus } from "@/server/domain/states";
import { linkTokenPurpose } from "@/server/usecases/link-url";
import { type TestWorld, terminalOf } from "./test-world";

/** A link as a test wants it; whatever is left out does not matter to it. */
export interface WantedLink {
  readonly createdAt: Date;
  readonly partnerId?: "prt_ours" | "prt_other";
  readonly status?: LinkStatus;
  readonly amountKurus?: bigint;
}

/** Writes links as if they had been created in this order; answers their ids. An account's are each later than the one before. */
export async function writeLinks({ ctx }: TestWorld, wanted: readonly WantedLink[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { createdAt, partnerId = "prt_ours", status = "pending", amountKurus = 40_000n } of wanted) {
    const { linkSeq } = await ctx.db.prisma.partner.update({
      where: { id: partnerId },
      data: { linkSeq: { increment: 1 }, lastLinkAt: createdAt },
    });
    const id = `pl_${partnerId}_${linkSeq}`;
    const token = newSecretToken();
    const opened = status === "pending" ? null : createdAt;
    await ctx.db.prisma.paymentLink.create({
      data: {
        ...{ id, partnerId, status, createdAt, partnerReference: linkSeq, amount: amountKurus },
        ...{ customerShareBps: 0, updatedAt: createdAt, expiresAt: plusMs(createdAt, days(7)) },
        ...{ firstOpenedAt: opened, lastOpenedAt: opened },
        terminalId: partnerId === "prt_ours" ? terminalOf.ours : terminalOf.foreign,
        tokenHash: Uint8Array.from(tokenHash(token)),
        tokenCipher: ctx.vault.seal(linkTokenPurpose(id), token),
      },
    });
    ids.push(id);
  }
  return ids;
}
