import { afterAll, expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { listSealedByOthers, replaceSealed, sealedColumns } from "@/server/store/sealed-values";
import { createVault } from "@/server/store/vault";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { createPanelContext, createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { toLinkRecord } from "../links/shared/link-record";
import { startSecondFactor } from "../people/start-second-factor";
import { activateWebhookSecret } from "../webhooks/activate-webhook-secret";
import { prepareWebhookSecret } from "../webhooks/prepare-webhook-secret";
import { signingSecrets, webhookSecretPurpose } from "../webhooks/shared/webhook-secret";
import { listEncryptionKeys } from "./list-encryption-keys";
import { rotateEncryptionKeys } from "./rotate-encryption-keys";

const partnerId = "prt_ours";
const oldKey = { id: "test", key: Buffer.alloc(32, 7) };
const newKey = { id: "k2", key: Buffer.alloc(32, 8) };
const strangeKey = { id: "strange", key: Buffer.alloc(32, 9) };

const opened: TestWorld[] = [];
afterAll(() => Promise.all(opened.map((world) => world.close())));

/** Opens a world with sealed webhook secrets, and a function that gives it other keys. */
async function openUsedWorld() {
  const world = await openTestWorld();
  opened.push(world);
  const journey = createPaymentJourney(world);
  await prepareWebhookSecret(world.ctx, { partnerId });
  await activateWebhookSecret(world.ctx, { partnerId });
  await prepareWebhookSecret(world.ctx, { partnerId });
  const withKeys = (...keys: (typeof oldKey)[]): Ctx => ({ ...world.ctx, vault: createVault(systemRandom, keys) });
  return { world, journey, withKeys };
}

const readSigningSecrets = async (ctx: Ctx) =>
  signingSecrets(ctx, await ctx.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } }), ctx.clock.now());

test("after a rotation, replay, handoff, capture and signatures work without the old key", async () => {
  const { world, journey, withKeys } = await openUsedWorld();
  const request = { partnerTxCode: "before-the-rotation" };
  const created = await journey.create(request);
  const started = await journey.createAtBank();
  const signing = await readSigningSecrets(world.ctx);

  const { keyId, unreadable } = await rotateEncryptionKeys(withKeys(newKey, oldKey));
  expect({ keyId, unreadable }).toEqual({ keyId: "k2", unreadable: [] });

  const without = createPaymentJourney({ ...world, ctx: withKeys(newKey) });
  expect(await without.create(request)).toEqual({ ...created, idempotentReplay: true });
  expect(await without.start(created.paymentRef)).toMatchObject({ kind: "form" });
  expect(readResult(await without.returnFromBank(started.token))).toBe("success");
  expect(await readSigningSecrets(withKeys(newKey))).toEqual(signing);
  await expect(createPaymentJourney(world).create(request)).rejects.toThrow("No encryption key named k2");
});

test("after a rotation, a link keeps its address and is listed and paid without the old key", async () => {
  const { world, withKeys } = await openUsedWorld();
  const link = await createLinkJourney(world).create();
  await rotateEncryptionKeys(withKeys(newKey, oldKey));
  const without = createLinkJourney({ ...world, ctx: withKeys(newKey) });
  const { callback } = await without.sendToBank(link);
  await without.returnFromBank(callback);
  expect(toLinkRecord(withKeys(newKey), await without.getRow(link))).toMatchObject({
    token: link.token,
    url: link.url,
    status: "completed",
  });
});

test("counts every sealed value per column and key; a second rotation finds nothing to do", async () => {
  const { world, journey, withKeys } = await openUsedWorld();
  for (let n = 0; n < 3; n++) await journey.create();
  await createLinkJourney(world).create();
  const { paymentCode } = await journey.createAtBank();
  const { id } = await journey.getAttempt(paymentCode);
  const proofs = world.ctx.vault.seal(`proofs:${id}`, "{}");
  await world.db.prisma.attempt.update({ where: { id }, data: { proofs } });
  const [owner, admin] = [await createPanelContext(world.ctx, "owner"), await createStaffContext(world.ctx, "admin")];
  await startSecondFactor(world.ctx, { person: { door: "panel", userId: owner.session!.user.id } });
  await startSecondFactor(world.ctx, { person: { door: "staff", userId: admin.session!.user.id } });
  const values = {
    "partner.webhook_secret": 2,
    "partner.webhook_secret_next": 1,
    "partner.webhook_secret_previous": 1,
    "bank_connection.account": 3,
    "payment.ref_cipher": 4,
    "attempt.token_cipher": 1,
    "attempt.proofs": 1,
    "payment_link.token_cipher": 1,
    "panel_user.totp_secret": 1,
    "staff_user.totp_secret": 1,
  };
  const ctx = withKeys(newKey, oldKey);
  expect(await listEncryptionKeys(ctx)).toEqual([
    { keyId: "k2", role: "encrypts", values: {} },
    { keyId: "test", role: "decrypts", values },
  ]);
  const { resealed } = await rotateEncryptionKeys(ctx);
  expect(Object.fromEntries(resealed.map(({ column, values }) => [column, values]))).toEqual(values);
  expect(new Set(resealed.map(({ keyId }) => keyId))).toEqual(new Set(["test"]));
  expect(await listEncryptionKeys(ctx)).toEqual([
    { keyId: "k2", role: "encrypts", values },
    { keyId: "test", role: "decrypts", values: {} },
  ]);
  expect(await rotateEncryptionKeys(ctx)).toEqual({ keyId: "k2", resealed: [], unreadable: [] });
});

test("reports values that no key opens, leaves them unchanged, and seals the others again", async () => {
  const { world, journey, withKeys } = await openUsedWorld();
  await journey.create();
  const damaged = Uint8Array.from([]);
  const foreign = createVault(systemRandom, [strangeKey]).seal(
    webhookSecretPurpose("prt_other"),
    "of another installation",
  );
  await world.db.prisma.partner.update({
    where: { id: "prt_other" },
    data: { webhookSecret: foreign, webhookSecretNext: damaged },
  });
  const ctx = withKeys(newKey, oldKey);
  const { resealed, unreadable } = await rotateEncryptionKeys(ctx);
  expect(unreadable).toEqual([
    { column: "partner.webhook_secret", keyId: "strange", values: 1 },
    { column: "partner.webhook_secret_next", keyId: "", values: 1 },
  ]);
  expect(resealed).toContainEqual({ column: "payment.ref_cipher", keyId: "test", values: 1 });
  const kept = await world.db.prisma.partner.findUniqueOrThrow({ where: { id: "prt_other" } });
  expect(Buffer.from(kept.webhookSecret).equals(foreign)).toBe(true);
  expect(await listEncryptionKeys(ctx)).toContainEqual({
    keyId: "strange",
    role: "missing",
    values: { "partner.webhook_secret": 1 },
  });
});

test("all values end under the new key with several batches, two concurrent rotations and a running product", async () => {
  const { world, journey, withKeys } = await openUsedWorld();
  await world.db.pool.query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
                          ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at)
     select id, '${partnerId}', 'trm_foreign', id, 'api', 'initiated', 1, 1, '', sha256(id::bytea), sealed, now() + interval '1 hour', now(), now(), now()
       from unnest($1::text[], $2::bytea[]) as given (id, sealed)`,
    [bulk, bulk.map((id) => world.ctx.vault.seal(`payment-ref:${id}`, `reference of ${id}`))],
  );
  const ctx = withKeys(newKey, oldKey);
  const running = createPaymentJourney({ ...world, ctx });
  const started = await Promise.all(Array.from({ length: 5 }, () => journey.createAtBank()));
  const [, , ...results] = await Promise.all([
    rotateEncryptionKeys(ctx),
    rotateEncryptionKeys(ctx),
    ...started.map(async ({ token }) => readResult(await running.returnFromBank(token))),
    ...Array.from({ length: 5 }, () => prepareWebhookSecret(ctx, { partnerId })),
  ]);
  expect(results.slice(0, 5)).toEqual(Array(5).fill("success"));
  expect(await listEncryptionKeys(ctx)).toContainEqual({ keyId: "test", role: "decrypts", values: {} });
  const rows = await world.db.prisma.payment.findMany({ where: { id: { in: bulk } } });
  const alone = createVault(systemRandom, [newKey]);
  expect(rows.map(({ id, refCipher }) => alone.open(`payment-ref:${id}`, refCipher))).toEqual(
    rows.map(({ id }) => `reference of ${id}`),
  );
});

const bulk = Array.from({ length: 450 }, (_, n) => `pay_bulk${n}`);

test("leaves a value unchanged that another process changed after it was read", async () => {
  const { world } = await openUsedWorld();
  const [read] = await listSealedByOthers(world.db, "partner.webhook_secret", "k2", "", 1);
  const value = { id: read!.id, sealed: read!.sealed, fresh: Buffer.from("late") };
  const rotated = Uint8Array.from([1, 2]);
  await world.db.prisma.partner.update({ where: { id: value.id }, data: { webhookSecret: rotated } });
  expect(await replaceSealed(world.db, "partner.webhook_secret", [value])).toEqual([]);
  expect(await replaceSealed(world.db, "partner.webhook_secret", [{ ...value, sealed: rotated }])).toEqual([value.id]);
});

test("every bytea column is either rotated or listed as not sealed", async () => {
  const { world } = await openUsedWorld();
  const { rows } = await world.db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`,
  );
  const notSealed = [
    "api_key.key_hash",
    // The known value of each key stays under it.
    "encryption_key_check.sealed",
    "payment.ref_hash",
    "attempt.token_hash",
    "bank_callback.digest",
    "payment_link.token_hash",
    "webhook_delivery.body",
    "webhook_attempt.response",
    "logo_request.picture",
    "recovery_code.code_hash",
    "passkey.public_key",
    "invitation.token_hash",
    "mailed_link.token_hash",
    "staff_invitation.token_hash",
    "audit_log.previous_hash",
    "audit_log.hash",
    "bank_day.digest",
  ];
  expect(rows.map(({ name }) => name).sort()).toEqual([...sealedColumns, ...notSealed].sort());
});
