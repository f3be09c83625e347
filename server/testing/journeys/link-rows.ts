import { days, plusMs } from "@/server/domain/clock";
import { newSecretToken, tokenHash } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import type { LinkStatus } from "@/server/domain/states";
import { linkTokenPurpose } from "@/server/usecases/link-url";
import { type TestWorld, testTerminals } from "../world/world";

/** The fields of a link that a test sets; the others get default values. */
export interface WantedLink {
  readonly createdAt: Date;
  readonly partnerId?: "prt_ours" | "prt_other";
  readonly status?: LinkStatus;
  readonly amountKurus?: bigint;
}

/** Writes links as if they had been created in this order, and returns their ids. Times of an account must ascend. */
export async function writeLinks({ ctx }: TestWorld, wanted: readonly WantedLink[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { createdAt, partnerId = "prt_ours", status = "pending", amountKurus = 40_000n } of wanted) {
    const { linkSeq } = await ctx.db.prisma.partner.update({
      where: { id: partnerId },
      data: { linkSeq: { increment: 1 }, lastLinkAt: createdAt },
    });
    const id = `pl_${partnerId}_${linkSeq}`;
    const token = newSecretToken(systemRandom);
    const opened = status === "pending" ? null : createdAt;
    await ctx.db.prisma.paymentLink.create({
      data: {
        id,
        partnerId,
        status,
        createdAt,
        partnerReference: linkSeq,
        amount: amountKurus,
        customerShareBps: 0,
        updatedAt: createdAt,
        expiresAt: plusMs(createdAt, days(7)),
        firstOpenedAt: opened,
        lastOpenedAt: opened,
        terminalId: partnerId === "prt_ours" ? testTerminals.ours : testTerminals.foreign,
        tokenHash: Uint8Array.from(tokenHash(token)),
        tokenCipher: ctx.vault.seal(linkTokenPurpose(id), token),
      },
    });
    ids.push(id);
  }
  return ids;
}

/** Writes many pending links in one statement. Their tokens are invalid, so such links cannot be opened. */
export async function writeManyLinks(
  { ctx }: TestWorld,
  { count, lastAt, apartMs = 1, partnerId = "prt_ours" }: ManyLinks,
): Promise<void> {
  await ctx.db.pool.query(
    `with numbered as (update partner set link_seq = link_seq + $1, last_link_at = $2 where id = $3 returning link_seq)
     insert into payment_link (id, partner_id, terminal_id, partner_reference, status, amount, customer_share_bps,
                               token_hash, token_cipher, created_at, updated_at, expires_at)
     select concat('pl_', $3, '_', reference), $3, $4, reference, 'pending', 1 + reference % 1000, 0,
            sha256(convert_to(concat($3, reference), 'UTF8')), '\\x00', created, created,
            created + interval '604800 seconds'
       from numbered cross join lateral generate_series(link_seq - $1 + 1, link_seq) as reference
            cross join lateral (select $2::timestamptz - (link_seq - reference) * $5 * interval '1 ms' as created) at
      order by reference`,
    [count, lastAt, partnerId, partnerId === "prt_ours" ? testTerminals.ours : testTerminals.foreign, apartMs],
  );
}

export interface ManyLinks {
  readonly count: number;
  /** The time of creation of the last link. */
  readonly lastAt: Date;
  /** The time between two links in ms; 0 gives all links the same due time. */
  readonly apartMs?: number;
  readonly partnerId?: WantedLink["partnerId"];
}

/** Locks a link as a concurrent request would; returns the function that releases the lock. */
export async function lockLink({ db }: TestWorld, linkId: string): Promise<() => Promise<void>> {
  const client = await db.pool.connect();
  await client.query("begin");
  await client.query("select 1 from payment_link where id = $1 for update", [linkId]);
  return async () => {
    await client.query("commit");
    client.release();
  };
}
