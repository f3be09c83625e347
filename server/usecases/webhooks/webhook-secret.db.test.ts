import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes } from "@/server/domain/clock";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { activateWebhookSecret } from "./activate-webhook-secret";
import { prepareWebhookSecret } from "./prepare-webhook-secret";
import { rollbackWebhookSecret } from "./rollback-webhook-secret";
import { signingSecrets, webhookSecretPurpose } from "./shared/webhook-secret";

const first = testWebhookSecret;
const partnerId = "prt_ours";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() =>
  world.db.prisma.partner.update({
    where: { id: partnerId },
    data: {
      webhookSecret: world.ctx.vault.seal(webhookSecretPurpose(partnerId), first),
      webhookSecretNext: null,
      webhookSecretPrevious: null,
      webhookSecretPreviousUntil: null,
    },
  }),
);

const row = () => world.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } });
const signing = async () => signingSecrets(world.ctx, await row(), world.clock.now());
const prepare = async () => (await prepareWebhookSecret(world.ctx, { partnerId })).secret;
const activate = () => activateWebhookSecret(world.ctx, { partnerId });
const rollback = () => rollbackWebhookSecret(world.ctx, { partnerId });

describe("a rotation of a webhook secret", () => {
  test("prepared: shown once, sealed in the row, and signs in addition to the main secret", async () => {
    const second = await prepare();
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(await signing()).toEqual([first, second]);
    const { rows } = await world.db.pool.query("select partner::text as line from partner");
    for (const { line } of rows) {
      for (const secret of [first, second]) {
        expect(line).not.toContain(secret);
        expect(line).not.toContain(Buffer.from(secret).toString("hex"));
      }
    }
  });

  test("prepared again: the replaced secret signs nothing and cannot be activated", async () => {
    const replaced = await prepare();
    const second = await prepare();
    expect(second).not.toBe(replaced);
    await activate();
    expect(await signing()).toEqual([second, first]);
  });

  test("activated: signs first; the previous secret also signs for exactly 24 hours", async () => {
    const second = await prepare();
    const { previousUntil } = await activate();
    expect(previousUntil.getTime() - world.clock.now().getTime()).toBe(hours(24));
    world.clock.advanceMs(hours(24) - 1);
    expect(await signing()).toEqual([second, first]);
    world.clock.advanceMs(1);
    expect(await signing()).toEqual([second]);
  });

  test("400 activating when none is prepared, or twice, changes nothing", async () => {
    await expect(activate()).rejects.toMatchObject({ code: "validation_error" });
    const second = await prepare();
    await activate();
    await expect(activate()).rejects.toMatchObject({ code: "validation_error" });
    expect(await signing()).toEqual([second, first]);
  });

  test("rolled back: the previous secret signs first, and the undone one is prepared again", async () => {
    const second = await prepare();
    await activate();
    world.clock.advanceMs(hours(24) - 1);
    await rollback();
    expect(await signing()).toEqual([first, second]);
    await activate();
    expect(await signing()).toEqual([second, first]);
  });

  test("rolled back after another one was prepared: the undone secret replaces it", async () => {
    const second = await prepare();
    await activate();
    await prepare();
    await rollback();
    expect(await signing()).toEqual([first, second]);
  });

  test("400 rolling back without an activation, twice, or after 24 hours changes nothing", async () => {
    await expect(rollback()).rejects.toMatchObject({ code: "validation_error" });
    const second = await prepare();
    await activate();
    await rollback();
    await expect(rollback()).rejects.toMatchObject({ code: "validation_error" });
    await activate();
    world.clock.advanceMs(hours(24));
    await expect(rollback()).rejects.toMatchObject({ code: "validation_error" });
    expect(await signing()).toEqual([second]);
  });

  test("the next rotation erases a previous secret whose 24 hours have ended", async () => {
    await prepare();
    await activate();
    world.clock.advanceMs(hours(24) - minutes(1));
    await prepare();
    expect((await row()).webhookSecretPrevious).not.toBeNull();
    world.clock.advanceMs(minutes(1));
    await prepare();
    expect(await row()).toMatchObject({ webhookSecretPrevious: null, webhookSecretPreviousUntil: null });
  });

  test("10 parallel activations: one succeeds, so the previous secret is not lost", async () => {
    const second = await prepare();
    const all = await Promise.allSettled(Array.from({ length: 10 }, activate));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await signing()).toEqual([second, first]);
  });

  test("404 for an account that does not exist", async () => {
    const none = { partnerId: "prt_none" };
    for (const step of [prepareWebhookSecret, activateWebhookSecret, rollbackWebhookSecret]) {
      await expect(step(world.ctx, none)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
