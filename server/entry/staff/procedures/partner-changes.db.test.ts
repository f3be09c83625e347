import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DocumentKind, requiredDocuments } from "@/server/domain/partners/documents";
import { soloLimitKurus } from "@/server/domain/partners/limits";
import type { NewPartner } from "@/server/domain/partners/profile-inputs";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createPartner } from "@/server/usecases/partners/create-partner";
import { acceptInvitation } from "@/server/usecases/people/accept-invitation";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const as = async (role: "admin" | "operations" | "support") => {
  const door = await createStaffContext(world.ctx, role);
  return { caller: createCallerFactory(staffRouter)(door).partner, email: door.session!.user.email };
};

const merchant: NewPartner = {
  name: "Kuzey Kitabevi",
  legalTitle: "Kuzey Kitap ve Kırtasiye Ltd. Şti.",
  taxKind: "vkn",
  taxNumber: "1234567890",
  taxOffice: "Beşiktaş",
  category: "5942",
  legalAddress: { line: "Ihlamur Cad. 7", district: "Beşiktaş", city: "İstanbul", postalCode: "34353" },
  correspondenceAddress: null,
  contacts: [{ name: "Derya Ak", role: "Muhasebe", email: "derya@kuzey.example", phone: null }],
  ownerEmail: null,
  waitsForDocuments: true,
};
const newMerchant = (changes: Partial<NewPartner> = {}) =>
  createPartner(world.ctx, { ...merchant, ...changes, staffId: "usr_staff", language: "tr" });
const reason = "Asked for by the merchant";
const readRow = (id: string) => world.db.prisma.partner.findUniqueOrThrow({ where: { id } });
const lastEntry = async (action: string) =>
  world.db.prisma.auditEntry.findFirstOrThrow({ where: { action, outcome: "done" }, orderBy: { number: "desc" } });

describe("a new merchant", () => {
  test("is active, held for its documents, and has its own webhook secret; its owner joins by the link", async () => {
    const { caller } = await as("operations");
    const made = await caller.create({ ...merchant, ownerEmail: "Owner@kuzey.example" });
    const row = await readRow(made.partnerId);
    expect(row).toMatchObject({
      name: merchant.name,
      status: "active",
      acceptanceHeld: true,
      holdReason: "missing_documents",
      maxAmount: soloLimitKurus,
    });
    expect(world.ctx.vault.open(webhookSecretPurpose(row.id), row.webhookSecret)).toMatch(/^whsec_/);
    const token = made.invitation?.url.split("#")[1] ?? "";
    await acceptInvitation(world.ctx, { token, name: "Derya Ak", password: "a long walk by the sea", language: "tr" });
    const { members } = await caller.team({ partnerId: made.partnerId });
    expect(members).toMatchObject([{ email: "owner@kuzey.example", role: "owner" }]);
    expect(await caller.profile({ partnerId: made.partnerId })).toMatchObject({ profile: { taxNumber: "1234567890" } });
    const entry = await lastEntry("partner.create");
    expect(entry).toMatchObject({ subject: made.partnerId, detail: { after: { taxNumber: "1234567890" } } });
    expect(JSON.stringify(entry.detail)).not.toContain(token);
  });

  test("accepts payments at once in a sandbox where that is asked for, and never in live mode", async () => {
    const open = { ...merchant, waitsForDocuments: false };
    const { partnerId } = await newMerchant(open);
    expect(await readRow(partnerId)).toMatchObject({ acceptanceHeld: false, holdReason: null });
    const live = createPartner({ ...world.ctx, sandboxTime: null }, { ...open, staffId: "usr_staff", language: "tr" });
    await expect(live).rejects.toMatchObject({ code: "validation_error" });
  });

  test("is refused for wrong input, naming the field, and nothing is created", async () => {
    const { caller } = await as("admin");
    const before = await world.db.prisma.partner.count();
    await expect(caller.create({ ...merchant, taxNumber: "1234567891" })).rejects.toThrow("validation_error");
    expect(await world.db.prisma.partner.count()).toBe(before);
  });
});

describe("documents", () => {
  test("acceptance opens only when all required documents are approved", async () => {
    const { caller, email } = await as("operations");
    const { partnerId } = await newMerchant();
    const release = async () => {
      const { revision } = await caller.get({ partnerId });
      return caller.release({ partnerId, revision, reason });
    };
    const approve = (kind: DocumentKind) =>
      caller.setDocument({ partnerId, kind, state: "approved", note: null, seenState: "missing" });
    const [last, ...others] = requiredDocuments("vkn");
    for (const kind of others) await approve(kind);
    await expect(release()).rejects.toThrow("documents_missing");
    expect((await caller.get({ partnerId })).missingDocuments).toEqual([last]);
    await approve(last as DocumentKind);
    await release();
    expect(await readRow(partnerId)).toMatchObject({ acceptanceHeld: false, holdReason: null, heldSince: null });
    const documents = await caller.documents({ partnerId });
    expect(documents.filter(({ isRequired }) => isRequired)).toHaveLength(others.length + 1);
    expect(documents[0]).toMatchObject({ state: "approved", changedBy: email, receivedAt: world.clock.now() });
  });

  test("of two people who write down one document, the second has to look again", async () => {
    const { caller } = await as("operations");
    const write = (state: "received" | "refused") =>
      caller.setDocument({ partnerId: "prt_ours", kind: "contract", state, note: null, seenState: "missing" });
    const results = await Promise.allSettled([write("received"), write("refused")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(write("received")).rejects.toThrow("changed_meanwhile");
  });
});

describe("the state of an account", () => {
  test("of two people who change one account at once, one wins and the other has to look again", async () => {
    const [one, other] = [(await as("admin")).caller, (await as("operations")).caller];
    const { partnerId } = await newMerchant();
    const { revision } = await one.get({ partnerId });
    const results = await Promise.allSettled([
      one.setStatus({ partnerId, revision, reason, status: "suspended" }),
      other.hold({ partnerId, revision, reason, holdReason: "regulatory" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: "changed_meanwhile" },
    });
  });

  test("records who changed what, and why", async () => {
    const { caller, email } = await as("admin");
    const { partnerId } = await newMerchant();
    const { revision } = await caller.get({ partnerId });
    await caller.setStatus({ partnerId, revision, reason, status: "suspended" });
    expect(await lastEntry("partner.setStatus")).toMatchObject({
      actorName: email,
      subject: partnerId,
      detail: { reason, before: { status: "active" }, after: { status: "suspended" } },
    });
  });

  test("a closed account stays closed", async () => {
    const { caller } = await as("admin");
    const { partnerId } = await newMerchant();
    await world.db.prisma.partner.update({ where: { id: partnerId }, data: { status: "closed" } });
    const { revision } = await caller.get({ partnerId });
    const reopened = caller.setStatus({ partnerId, revision, reason, status: "active" });
    await expect(reopened).rejects.toThrow("partner_not_active");
  });

  test("support may hold acceptance, but neither open it again nor suspend", async () => {
    const { caller } = await as("support");
    const { partnerId } = await newMerchant({ waitsForDocuments: false });
    await caller.hold({ partnerId, revision: 0, reason, holdReason: "risk_review" });
    expect(await readRow(partnerId)).toMatchObject({ acceptanceHeld: true, holdReason: "risk_review" });
    await expect(caller.release({ partnerId, revision: 1, reason })).rejects.toThrow("access_denied");
    const suspended = caller.setStatus({ partnerId, revision: 1, reason, status: "suspended" });
    await expect(suspended).rejects.toThrow("access_denied");
  });

  test.each(["suspended", "closed", "held"] as const)(
    "a payment in 3-D Secure completes although its account is %s meanwhile (D-44)",
    async (state) => {
      const journey = createPaymentJourney(world);
      const { token } = await journey.createAtBank();
      const { caller } = await as("admin");
      const { revision } = await caller.get({ partnerId: "prt_ours" });
      const seen = { partnerId: "prt_ours", revision, reason };
      if (state === "suspended") await caller.setStatus({ ...seen, status: "suspended" });
      else if (state === "held") await caller.hold({ ...seen, holdReason: "risk_review" });
      else await world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { status: "closed" } });
      expect(readResult(await journey.returnFromBank(token))).toBe("success");
      const open = { status: "active", acceptanceHeld: false, holdReason: null, heldSince: null } as const;
      await world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: open });
    },
  );
});

describe("limits and terms", () => {
  test("the largest amount rises to the bound by one person, and above it only by two", async () => {
    const { caller } = await as("operations");
    const { partnerId } = await newMerchant();
    const set = async (maxAmount: bigint | null) => {
      const { revision } = await caller.terms({ partnerId });
      return caller.setLimits({ partnerId, revision, reason, minAmount: 100n, maxAmount });
    };
    await set(1_000n);
    await set(soloLimitKurus);
    const { changeId } = await set(soloLimitKurus + 1n);
    expect(changeId).not.toBeNull();
    await expect(set(null)).rejects.toThrow("change_waiting");
    await expect(set(99n)).rejects.toThrow("validation_error");
    expect(await caller.terms({ partnerId })).toMatchObject({ minAmount: 100n, maxAmount: soloLimitKurus });
  });

  test("terms hold for the next request", async () => {
    const { caller } = await as("operations");
    const { revision, minAmount: _, maxAmount: __, ...terms } = await caller.terms({ partnerId: "prt_ours" });
    const changed = { ...terms, paymentLinksEnabled: false, allowedHosts: ["shop.test"], installmentCounts: [3, 1, 3] };
    await caller.setTerms({ partnerId: "prt_ours", revision, reason, ...changed });
    const account = await world.signIn();
    expect(account).toMatchObject({
      paymentLinksEnabled: false,
      allowedHosts: ["shop.test"],
      installmentCounts: [1, 3],
    });
  });

  test("the warning of a passed-on commission is on, until staff switch it off for an account, with a reason", async () => {
    const { caller } = await as("operations");
    const { partnerId } = await newMerchant();
    const { revision, minAmount: _, maxAmount: __, ...terms } = await caller.terms({ partnerId });
    expect(terms.surchargeWarning).toBe(true);
    await caller.setTerms({ partnerId, revision, reason, ...terms, surchargeWarning: false });
    expect(await caller.terms({ partnerId })).toMatchObject({ ...terms, surchargeWarning: false });
    expect(await lastEntry("partner.setTerms")).toMatchObject({
      subject: partnerId,
      detail: { reason, before: { surchargeWarning: true }, after: { surchargeWarning: false } },
    });
    expect(await readRow("prt_ours")).toMatchObject({ surchargeWarning: true });
  });
});

describe("notes", () => {
  test("are listed newest first, and nobody changes or erases them", async () => {
    const { caller, email } = await as("support");
    await caller.addNote({ partnerId: "prt_other", text: "Called about the missing letter." });
    world.clock.advanceMs(1_000);
    await caller.addNote({ partnerId: "prt_other", text: "The letter came." });
    const { items } = await caller.notes({ partnerId: "prt_other" });
    expect(items).toMatchObject([{ text: "The letter came.", author: email }, { author: email }]);
    for (const sql of ["update partner_note set text = ''", "delete from partner_note"]) {
      await expect(world.db.pool.query(sql)).rejects.toThrow("notes are only ever added");
    }
    const card = caller.addNote({ partnerId: "prt_other", text: "5528 7900 0000 0008" });
    await expect(card).rejects.toThrow("validation_error");
  });
});
