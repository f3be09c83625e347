import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, plusMs } from "@/server/domain/clock";
import type { PanelRole } from "@/server/domain/people/access";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { setWebhookUrl } from "@/server/usecases/webhooks/set-webhook-url";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";
import { createCallerFactory } from "../door";
import { webhookRouter } from "./webhook";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
const { reset: clear, createPending: pending, attempt } = createDeliveryHelpers(() => world);
beforeEach(async () => {
  await clear();
  world.receiver.trouble = null;
  await world.db.prisma.partner.update({
    where: { id: "prt_ours" },
    data: {
      webhookSecret: world.ctx.vault.seal(webhookSecretPurpose("prt_ours"), testWebhookSecret),
      webhookSecretNext: null,
      webhookSecretPrevious: null,
      webhookSecretPreviousUntil: null,
    },
  });
});

const callAs = async (role: PanelRole = "developer", partnerId = "prt_ours", language: "tr" | "en" = "en") =>
  createCallerFactory(webhookRouter)({ ...(await createPanelContext(world.ctx, role, partnerId)), language });
const lastAudit = async (action: string) =>
  (await world.db.prisma.auditEntry.findMany({ where: { action }, orderBy: { number: "asc" } })).at(-1);
const partner = () => world.db.prisma.partner.findUniqueOrThrow({ where: { id: "prt_ours" } });
const readRefusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ cause }: { cause: { code: string; details: { problem?: string } } }) => [cause.code, cause.details.problem],
  );

describe("the address", () => {
  test("is set and removed; the audit log has only its host", async () => {
    const call = await callAs();
    await call.setUrl({ url: "https://shop.test/hooks/s3cret" });
    expect((await call.settings()).url).toBe("https://shop.test/hooks/s3cret");
    expect((await lastAudit("setUrl"))?.detail).toEqual({ host: "shop.test" });
    await call.setUrl({ url: null });
    expect((await call.settings()).url).toBeNull();
    expect((await partner()).webhookUrlUntil).toEqual(world.clock.now());
    expect(await call.test()).toEqual({ deliveryId: null });
  });

  test.each([
    ["ftp://shop.test/x", "webhook_malformed"],
    ["https://user@shop.test/x", "webhook_malformed"],
    ["http://127.0.0.1:22/x", "webhook_port"],
  ])("validation_error in the sandbox for %s: %s", async (url, problem) => {
    const call = await callAs();
    const before = (await call.settings()).url;
    expect(await readRefusal(call.setUrl({ url }))).toEqual(["validation_error", problem]);
    expect((await call.settings()).url).toBe(before);
  });

  test.each([
    ["http://shop.test/x", "webhook_scheme"],
    ["https://shop.test:3000/x", "webhook_port"],
    ["https://169.254.169.254/", "webhook_ip_literal"],
    ["https://[::ffff:127.0.0.1]/", "webhook_ip_literal"],
    ["https://2130706433/", "webhook_ip_literal"],
    ["https://0x7f.1/", "webhook_ip_literal"],
    ["https://localhost/", "webhook_host"],
  ])("validation_error in live mode for %s: %s", async (url, problem) => {
    const live = { ...world.ctx, sandboxTime: null };
    await expect(setWebhookUrl(live, { partnerId: world.caller.partnerId, url })).rejects.toMatchObject({
      details: { problem },
    });
  });

  test("validation_error for a name that resolves to an internal address; for an unknown name only in live mode", async () => {
    const call = await callAs();
    const url = "https://shop.test/x";
    world.receiver.trouble = "blocked_destination";
    expect(await readRefusal(call.setUrl({ url }))).toEqual(["validation_error", "webhook_blocked_destination"]);
    world.receiver.trouble = "name_not_found";
    await call.setUrl({ url });
    const live = { ...world.ctx, sandboxTime: null };
    await expect(setWebhookUrl(live, { partnerId: world.caller.partnerId, url })).rejects.toMatchObject({
      details: { problem: "webhook_name_not_found" },
    });
  });
});

describe("the secret", () => {
  test("only its last characters are shown, except for the prepared one, once", async () => {
    const call = await callAs();
    const { secret } = await call.prepareSecret();
    expect(secret).toMatch(/^whsec_/);
    const settings = await call.settings();
    expect(settings).toMatchObject({ presentEnd: testWebhookSecret.slice(-4), nextEnd: secret.slice(-4) });
    expect(JSON.stringify(settings)).not.toContain(secret.slice(-8));
    expect((await lastAudit("prepareSecret"))?.detail).toEqual({ end: secret.slice(-4) });
    const { rows } = await world.db.pool.query("select a::text as line from audit_log a");
    for (const { line } of rows) expect(line).not.toContain(secret.slice(-8));
  });

  test("prepare, activate and roll back change which secret signs and which one can be restored", async () => {
    const call = await callAs();
    const { secret } = await call.prepareSecret();
    const { previousUntil } = await call.activateSecret();
    const [old, fresh] = [testWebhookSecret.slice(-4), secret.slice(-4)];
    expect(await call.settings()).toMatchObject({
      presentEnd: fresh,
      nextEnd: null,
      previous: { end: old, until: previousUntil },
    });
    await call.rollbackSecret();
    expect(await call.settings()).toMatchObject({ presentEnd: old, nextEnd: fresh, previous: null });
    await call.activateSecret();
    world.clock.advanceMs(hours(24));
    expect((await call.settings()).previous).toBeNull();
    expect(await readRefusal(call.rollbackSecret())).toEqual(["validation_error", "webhook_secret_no_previous"]);
    expect(await readRefusal(call.activateSecret())).toEqual(["validation_error", "webhook_secret_not_prepared"]);
  });
});

describe("deliveries", () => {
  test("a test is sent like every webhook, and its delivery can be read", async () => {
    const call = await callAs();
    const { deliveryId } = await call.test();
    expect(await readRefusal(call.delivery({ deliveryId: deliveryId ?? "" }))).toEqual(["not_found", undefined]);
    expect((await lastAudit("test"))?.subject).toBe(deliveryId);
  });

  test("resend sends one again and returns its outcome; another account's is not_found and not sent", async () => {
    world.receiver.answer(answered(404), answered(200));
    const deliveryId = await pending();
    await attempt(deliveryId);
    const stranger = await callAs("owner", "prt_other");
    expect(await readRefusal(stranger.resend({ deliveryId }))).toEqual(["not_found", undefined]);
    expect(await readRefusal(stranger.delivery({ deliveryId }))).toEqual(["not_found", undefined]);
    expect(world.receiver.sent).toHaveLength(1);
    const call = await callAs();
    expect(await call.resend({ deliveryId })).toMatchObject({ statusCode: 200, errorClass: null });
    expect((await call.delivery({ deliveryId })).status).toBe("delivered");
    expect(await lastAudit("resend")).toMatchObject({
      subject: deliveryId,
      detail: { statusCode: 200, errorClass: null },
    });
  });

  test("resendFailed sends all failed deliveries again, and the audit log has their number", async () => {
    world.receiver.answer(answered(404));
    await attempt(await pending());
    world.clock.advanceMs(hours(1) - 1);
    const call = await callAs();
    const input = { sinceMs: hours(1), types: [] };
    expect(await call.countFailed(input)).toEqual({ count: 1, hasMore: false });
    expect(await call.resendFailed(input)).toEqual({ count: 1, hasMore: false });
    const since = plusMs(world.clock.now(), -hours(1)).toISOString();
    expect((await lastAudit("resendFailed"))?.detail).toEqual({ since, types: [], count: 1 });
    expect((await call.list({ status: "failed", type: null })).items).toHaveLength(1);
  });
});
