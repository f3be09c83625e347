import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FirstStep } from "@/server/domain/first-steps";
import { closeDb, createDb, type Db } from "@/server/store/db";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { newApprover } from "@/server/testing/world/approvers";
import { createTestDatabase } from "@/server/testing/world/database";
import { approved, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { findFirstSteps } from "./first-step-queries";

let world: TestWorld;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
/** A live installation without anything, and with a mail server. */
let empty: Ctx;
beforeAll(async () => {
  world = await openTestWorld();
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url, outboxWritten: () => undefined, mailWritten: () => undefined });
  empty = { ...world.ctx, db, sandboxTime: null };
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
  await world.close();
});

async function listOpen(ctx: Ctx): Promise<FirstStep[]> {
  const { steps } = (await findFirstSteps(ctx)) ?? { steps: [] };
  return steps.filter(({ isDone }) => !isDone).map(({ step }) => step);
}

const at = new Date("2026-11-20T08:00:00.000Z");
const partner = { name: "Kuzey", webhookSecret: new Uint8Array([0]), createdAt: at };
const terminal = {
  partnerId: "prt_kuzey",
  bank: "isbank",
  allowedFamilies: [],
  effectiveCounts: [],
  active: false,
  createdAt: at,
};
const connection = {
  terminalId: "trm_kuzey",
  bank: "isbank",
  account: new Uint8Array([0]),
  createdAt: at,
  live: false,
};
const bin = { bank: "Halkbank", family: "credit", scheme: "visa", commercial: false, confidence: "high" } as const;
const diagnosis = { connectionId: "con_kuzey", by: "staff", orderId: "o", findings: [], checks: [], facts: {} };

/** What takes each step, in the order of the list. */
const taking: readonly (readonly [FirstStep, () => Promise<unknown>])[] = [
  ["bins", () => db.prisma.binRange.create({ data: { ...bin, bin: "552879" } })],
  [
    "merchant",
    async () => {
      await db.prisma.partner.create({ data: { ...partner, id: "prt_closed", status: "closed" } });
      await db.prisma.partner.create({ data: { ...partner, id: "prt_kuzey", acceptanceHeld: true } });
    },
  ],
  [
    "acceptance",
    () => db.prisma.partner.update({ where: { id: "prt_kuzey" }, data: { acceptanceHeld: false, holdReason: null } }),
  ],
  [
    "terminal",
    async () => {
      await db.prisma.terminal.create({ data: { ...terminal, id: "trm_bare", name: "Bare" } });
      await db.prisma.terminal.create({
        data: { ...terminal, id: "trm_kuzey", name: "Kuzey", createdAt: new Date(at.getTime() + 1) },
      });
      const proposed = { proposed: true, replacedAt: at };
      await db.prisma.bankConnection.create({ data: { ...connection, ...proposed, id: "con_proposed" } });
      expect(await listOpen(empty)).toContain("terminal");
      await db.prisma.bankConnection.create({ data: { ...connection, id: "con_kuzey" } });
    },
  ],
  ["tariff", () => db.prisma.tariff.create({ data: { id: "trf_kuzey", terminalId: "trm_kuzey", validFrom: at } })],
  [
    "diagnosis",
    async () => {
      await db.prisma.bankDiagnosis.create({
        data: { ...diagnosis, id: "dia_1", at, passed: false, findings: [{ cause: "unknown" }] },
      });
      expect(await listOpen(empty)).toContain("diagnosis");
      const later = new Date(at.getTime() + 1);
      await db.prisma.bankDiagnosis.create({ data: { ...diagnosis, id: "dia_2", at: later, passed: true } });
    },
  ],
  [
    "live",
    async () => {
      await db.prisma.bankConnection.update({ where: { id: "con_kuzey" }, data: { live: true } });
      await db.prisma.terminal.update({ where: { id: "trm_kuzey" }, data: { active: true } });
    },
  ],
];

describe("the first steps of a live installation", () => {
  test("are all open but the mail on an empty database, and are taken one after the other", async () => {
    const open: FirstStep[] = ["bins", "second_person", "merchant", "acceptance", "terminal", "tariff", "diagnosis"];
    open.push("live", "payment");
    expect(await listOpen(empty)).toEqual(open);
    expect(await findFirstSteps(empty)).toMatchObject({ partnerId: null, terminalId: null });
    for (const [step, take] of taking) {
      await take();
      open.splice(open.indexOf(step), 1);
      expect(await listOpen(empty), step).toEqual(open);
    }
    expect(await findFirstSteps(empty)).toMatchObject({ partnerId: "prt_kuzey", terminalId: "trm_kuzey" });
  });

  test("name the mail while there is no server", async () => {
    const mail = { isReady: false, send: world.mail.send };
    expect(await listOpen({ ...empty, mail })).toContain("mail");
  });

  test("end with the second person who may decide and with the first captured payment", async () => {
    const live = { ...world.ctx, sandboxTime: null };
    expect(await listOpen(live)).toEqual(["second_person", "payment"]);
    await newApprover(world);
    expect(await listOpen(live)).toEqual(["second_person", "payment"]);
    await newApprover(world);
    expect(await listOpen(live)).toEqual(["payment"]);
    const journey = createPaymentJourney(world);
    world.bank.answer("capture", approved);
    const { token } = await journey.createAtBank();
    expect(await listOpen(live)).toEqual(["payment"]);
    await journey.returnFromBank(token);
    expect(await findFirstSteps(live)).toBeNull();
  });

  test("do not exist in a sandbox", async () => {
    expect(await findFirstSteps({ ...empty, sandboxTime: world.ctx.sandboxTime })).toBeNull();
  });
});
