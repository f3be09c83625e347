import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { type DecideNameRequestInput, decideNameRequest } from "@/server/usecases/partners/decide-name-request";
import { listNameRequests } from "@/server/usecases/partners/queries";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
// The wishes of one test are newer than those of the test before.
beforeEach(() => world.clock.advanceMs(60_000));

const asMerchant = async (role: "owner" | "finance" = "owner", partnerId = "prt_ours") =>
  createCallerFactory(panelRouter)(await createPanelContext(world.ctx, role, partnerId)).account;
const asStaff = (decision: Omit<DecideNameRequestInput, "by" | "staffId">) =>
  decideNameRequest(world.ctx, { ...decision, staffId: "usr_staff", by: "staff@vezne.test" });

const storefront = {
  supportEmail: "destek@kuzey.example",
  supportPhone: null,
  termsUrl: "https://kuzey.example/kosullar",
  refundTermsUrl: null,
  colour: "#0b6e4f",
};

test("an owner changes what buyers are told; others may not, and an overtaken change is refused", async () => {
  const owner = await asMerchant();
  const { revision } = await owner.profile();
  await owner.updateStorefront({ revision, ...storefront });
  expect(await owner.profile()).toMatchObject({ storefront, revision: revision + 1 });
  await expect(owner.updateStorefront({ revision, ...storefront })).rejects.toThrow("changed_meanwhile");
  const finance = await asMerchant("finance");
  await expect(finance.updateStorefront({ revision: 1, ...storefront })).rejects.toThrow("access_denied");
  await expect(owner.updateStorefront({ revision: 1, ...storefront, colour: "red" })).rejects.toThrow(
    "validation_error",
  );
});

test("a wanted name is live once staff approve it, and only once", async () => {
  const owner = await asMerchant();
  await owner.requestName({ name: "Kuzey Kitap" });
  await owner.requestName({ name: "Kuzey Kitabevi" });
  const waiting = await listNameRequests(world.ctx);
  expect(waiting).toMatchObject([{ partnerId: "prt_ours", name: "Kuzey Kitabevi", presentName: "Shop prt_ours" }]);
  const decision = { requestId: waiting[0]?.requestId ?? "", isApproved: true, note: null };
  const decide = () => asStaff(decision);
  const results = await Promise.allSettled([decide(), decide()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(decide()).rejects.toThrow("change_decided");
  expect((await owner.profile()).name).toBe("Kuzey Kitabevi");
  await expect(owner.requestName({ name: "Kuzey Kitabevi" })).rejects.toThrow("validation_error");
});

test("a refused name says why to the merchant", async () => {
  const owner = await asMerchant("owner", "prt_other");
  await owner.requestName({ name: "Merkez Bankası" });
  const [request] = await listNameRequests(world.ctx);
  const decision = { requestId: request?.requestId ?? "", isApproved: false, note: "It is the name of a bank." };
  await asStaff(decision);
  expect(await owner.profile()).toMatchObject({
    name: "Shop prt_other",
    nameRequest: { state: "refused", decisionNote: "It is the name of a bank." },
  });
});

test("a merchant withdraws its own wish, and never another's", async () => {
  const owner = await asMerchant("owner", "prt_other");
  await owner.requestName({ name: "Yeni Ad" });
  const requestId = (await owner.profile()).nameRequest?.requestId ?? "";
  await expect((await asMerchant()).withdrawName({ requestId })).rejects.toThrow("not_found");
  await owner.withdrawName({ requestId });
  expect((await owner.profile()).nameRequest).toBeNull();
  await expect(owner.withdrawName({ requestId })).rejects.toThrow("change_decided");
});
