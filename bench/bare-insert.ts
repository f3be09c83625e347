import { randomBytes } from "node:crypto";
import pg from "pg";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";

/** The minimum work of creating a payment: one prepared insert without any check. */
export type BareInsert = { run(payment: BarePayment): Promise<CreatedRow>; close(): Promise<void> };

type BarePayment = {
  amount: number;
  partnerTxCode: string;
  terminalId: string;
  installment: number;
  description: string;
  returnUrl: string;
};

type CreatedRow = { paymentCode: string; paymentRef: string };

/** The number of connections of the product's own pool. */
const connectionsMax = 20;
const validityMs = 30 * 60_000;
/** The size in bytes of a reference that the product seals: key name, nonce, tag and text. */
const sealedBytes = 74;

const text = `
insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, description,
                     return_url, ref_hash, ref_cipher, created_at, updated_at, counted_at, expires_at)
values ($1, $2, $3, $4, 'api', 'initiated', $5, $6, $7, $8, $9, $10, $11, $11, $11, $12)`;

export const openBareInsert = (databaseUrl: string, partnerId: string): BareInsert => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax });
  return {
    async run({ amount, partnerTxCode, terminalId, installment, description, returnUrl }) {
      const now = new Date();
      const paymentCode = newId(systemRandom, "payment", now);
      const paymentRef = newSecretToken(systemRandom);
      const sealed = randomBytes(sealedBytes);
      const expiresAt = new Date(now.getTime() + validityMs);
      const values = [
        paymentCode,
        partnerId,
        terminalId,
        partnerTxCode,
        amount,
        installment,
        description,
        returnUrl,
        tokenHash(paymentRef),
        sealed,
        now,
        expiresAt,
      ];
      await pool.query({ name: "bare-insert", text, values });
      return { paymentCode, paymentRef };
    },
    close: () => pool.end(),
  };
};
