import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noCredentials } from "@/server/domain/banks/credentials";
import { AppError } from "@/server/domain/errors";
import { findConnection } from "@/server/store/banks/bank-connections";
import { insertBankDiagnosis } from "@/server/store/banks/bank-diagnoses";
import { newApprover } from "@/server/testing/world/approvers";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { approveChange } from "../approvals/approve-change";
import { openAccount } from "../banks/shared/bank-connection";
import { changeTerminalLimits } from "./change-terminal-limits";
import { type EnterCredentialsInput, enterCredentials } from "./enter-credentials";
import { getTerminalForStaff } from "./queries";
import { takeConnectionLive } from "./take-connection-live";

let world: TestWorld;
let proposer: string;
let approver: string;
beforeAll(async () => {
  world = await openTestWorld();
  [proposer, approver] = [await newApprover(world), await newApprover(world)];
});
afterAll(() => world.close());

let terminalId: string;
let count = 0;
/** Every test has a terminal of its own, without a connection. */
beforeEach(async () => {
  world.clock.advanceMs(1_000);
  count += 1;
  terminalId = `trm_fresh_${count}`;
  await world.db.prisma.terminal.create({
    data: {
      id: terminalId,
      partnerId: "prt_ours",
      name: terminalId,
      bank: "scripted",
      active: false,
      allowedFamilies: ["credit"],
      effectiveCounts: [1],
      limitPerTx: 1_000n,
      createdAt: world.clock.now(),
    },
  });
});

const credentials = {
  ...noCredentials,
  merchantId: "600218123",
  user: "api",
  password: "secret-p",
  storeKey: "secret-k",
};
const typed = { bank: "scripted", system: "test", endpoints: { gate: "", api: "" }, credentials } as const;
const enter = (given: Partial<EnterCredentialsInput> = {}, ctx = world.ctx) =>
  enterCredentials(ctx, {
    terminalId,
    agreement: typed,
    mayOverride: false,
    overrides: false,
    reason: "First agreement",
    staffId: proposer,
    ...given,
  });
const live = () => ({ ...world.ctx, sandboxTime: null });
const get = (id = terminalId) => getTerminalForStaff(world.ctx, { terminalId: id });
const goLive = (connectionId: string, overrides = true) =>
  takeConnectionLive(world.ctx, { terminalId, connectionId, overrides });
const approve = (changeId: string | null) =>
  approveChange(world.ctx, { changeId: changeId ?? "", staffId: approver, note: null });

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error !== null && !(error instanceof AppError)) throw error;
  return error === null ? "none" : error.code;
}

const diagnose = (connectionId: string, passed: boolean) =>
  insertBankDiagnosis(world.db, {
    id: `dia_${connectionId}_${passed}_${world.clock.now().getTime()}`,
    connectionId,
    at: world.clock.now(),
    by: "test",
    passed,
    findings: passed ? [] : [{ cause: "unknown" } as never],
    checks: [],
    facts: {} as never,
    orderId: "ORDER",
  });

describe("credentials", () => {
  test("of a new terminal in the sandbox are its connection at once, and may be entered again until they are live", async () => {
    const { outcome, connectionId } = await enter();
    expect(outcome).toBe("in_use");
    const again = await enter({ agreement: { simulatedBank: "scripted" } });
    expect(again.outcome).toBe("in_use");
    expect(await get()).toMatchObject({ state: "set_up", connection: { connectionId: again.connectionId } });
    const row = await findConnection(world.db, connectionId);
    expect(openAccount(world.ctx.vault, terminalId, row!.account)).toMatchObject({
      merchantId: "600218123",
      isTest: true,
      endpoints: { api: "https://test.bank.test/api" },
    });
  });

  test("in live mode wait for a second person, also the first ones, and come into use without being live", async () => {
    const live_ = { ...typed, system: "live" } as const;
    const { outcome, changeId } = await enter({ agreement: live_ }, live());
    expect(outcome).toBe("proposed");
    expect(await get()).toMatchObject({ connection: null, proposal: { changeId } });
    expect(await codeOf(enter({ agreement: live_ }, live()))).toBe("change_waiting");
    await approve(changeId);
    expect(await get()).toMatchObject({
      state: "set_up",
      proposal: null,
      connection: { live: false, facts: { merchantNumber: "•••123", isTest: false } },
    });
  });

  test("that replace live ones are approved only after their own diagnosis passed", async () => {
    await goLive((await enter()).connectionId);
    const former = (await get()).connection;
    const { outcome, connectionId, changeId } = await enter();
    expect(outcome).toBe("proposed");
    expect(await codeOf(approve(changeId))).toBe("connection_not_diagnosed");
    await diagnose(connectionId, false);
    world.clock.advanceMs(1_000);
    expect(await codeOf(approve(changeId))).toBe("connection_not_diagnosed");
    expect((await get()).connection).toMatchObject({ connectionId: former?.connectionId });
    await diagnose(connectionId, true);
    await approve(changeId);
    const after = await get();
    expect(after).toMatchObject({ active: true, state: "active", connection: { live: true } });
    expect(after.formerConnections.map((one) => one.connectionId)).toEqual([former?.connectionId]);
  });

  test("replace live ones without a diagnosis only where an administrator said so", async () => {
    await goLive((await enter()).connectionId);
    expect(await codeOf(enter({ overrides: true }))).toBe("access_denied");
    const { changeId } = await enter({ overrides: true, mayOverride: true });
    await approve(changeId);
    expect(await get()).toMatchObject({ connection: { live: true } });
  });

  test.each([
    [{ ...typed, bank: "nobody" }],
    [{ ...typed, system: "live" }],
    [{ ...typed, credentials: { ...credentials, merchantId: "12a" } }],
    [{ ...typed, credentials: { ...credentials, terminalNo: "1" } }],
    [{ ...typed, system: "own", endpoints: { gate: "https://a.com.tr/g", api: "" } }],
  ] as const)("are refused: %j", async (agreement) => {
    expect(await codeOf(enter({ agreement } as Partial<EnterCredentialsInput>))).toBe("validation_error");
    expect((await get()).connection).toBeNull();
  });

  test("with other addresses are refused in live mode without the right, and internal ones for everybody", async () => {
    const own = (host: string) =>
      ({ ...typed, system: "own", endpoints: { gate: `https://${host}/g`, api: `https://${host}/a` } }) as const;
    expect(await codeOf(enter({ agreement: own("bank.com.tr") }, live()))).toBe("access_denied");
    const internal = { agreement: own("10.0.0.7"), mayOverride: true };
    expect(await codeOf(enter(internal, live()))).toBe("validation_error");
    expect(await codeOf(enter({ agreement: { simulatedBank: "scripted" } }, live()))).toBe("validation_error");
    expect(await codeOf(enter({ terminalId: "trm_none" }))).toBe("not_found");
  });

  test("are in no audit detail, no proposal and no answer", async () => {
    await goLive((await enter()).connectionId);
    const { changeId } = await enter();
    const change = await world.db.prisma.staffChange.findUniqueOrThrow({ where: { id: changeId ?? "" } });
    const shown = JSON.stringify([change, await get()], (_, value) => (typeof value === "bigint" ? `${value}` : value));
    expect(shown).not.toMatch(/secret-[pk]|600218123/);
  });
});

describe("going live", () => {
  test("needs a passed diagnosis of the connection in use, and switches the terminal on", async () => {
    const { connectionId } = await enter();
    expect(await codeOf(goLive(connectionId, false))).toBe("connection_not_diagnosed");
    await diagnose(connectionId, true);
    world.clock.advanceMs(1_000);
    await diagnose(connectionId, false);
    expect(await codeOf(goLive(connectionId, false))).toBe("connection_not_diagnosed");
    world.clock.advanceMs(1_000);
    await diagnose(connectionId, true);
    await goLive(connectionId, false);
    await goLive(connectionId, false);
    expect(await get()).toMatchObject({ state: "active", active: true, connection: { live: true } });
  });

  test("is refused for a connection that was replaced meanwhile", async () => {
    const { connectionId } = await enter();
    const next = await enter();
    expect(await codeOf(goLive(connectionId))).toBe("changed_meanwhile");
    expect(await codeOf(goLive(next.connectionId))).toBe("none");
  });

  test("leaves one connection in use when two people enter credentials at once", async () => {
    await Promise.all([enter(), enter(), enter({ agreement: { simulatedBank: "scripted" } })]);
    const rows = await world.db.prisma.bankConnection.findMany({ where: { terminalId } });
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
  });

  test("of two proposals at once one waits, and two approvals of it count once", async () => {
    await goLive((await enter({}, world.ctx)).connectionId);
    const ends = await Promise.all([1, 2].map(() => enter({ overrides: true, mayOverride: true }).catch(() => null)));
    const made = ends.filter((one) => one !== null);
    expect(made).toHaveLength(1);
    const changeId = made[0]?.changeId ?? "";
    const codes = await Promise.all([codeOf(approve(changeId)), codeOf(approve(changeId))]);
    expect(codes.sort()).toEqual(["change_decided", "none"]);
    const rows = await world.db.prisma.bankConnection.findMany({ where: { terminalId, proposed: false } });
    expect(rows).toHaveLength(2);
  });
});

describe("limits", () => {
  const none = { daily: null, weekly: null, monthly: null, windows: [] };
  const change = async (limits: object, version?: number) =>
    changeTerminalLimits(world.ctx, {
      terminalId,
      version: version ?? (await get()).version,
      limits: { perTx: 1_000n, ...none, ...limits },
      reason: "Agreed with the bank",
      staffId: proposer,
    });

  test("that are added or lowered count at once", async () => {
    const { changeId, before, after } = await change({ perTx: 900n, daily: 5_000n });
    expect([changeId, before, after]).toEqual([null, { perTx: "1000", daily: null }, { perTx: "900", daily: "5000" }]);
    expect((await get()).limits).toMatchObject({ perTx: 900n, daily: 5_000n });
  });

  test("that are removed or raised above the bound count when a second person approves them", async () => {
    for (const limits of [{ perTx: null }, { perTx: 25_000_001n }]) {
      const { changeId } = await change(limits);
      expect(await get()).toMatchObject({ limits: { perTx: 1_000n }, limitsChangeId: changeId });
      expect(await codeOf(change(limits))).toBe("change_waiting");
      await approve(changeId);
      expect((await get()).limits).toMatchObject(limits);
      await world.db.prisma.terminal.update({ where: { id: terminalId }, data: { limitPerTx: 1_000n } });
    }
  });

  test("are not overwritten by a person who saw older ones", async () => {
    const { version } = await get();
    const ends = await Promise.all([codeOf(change({ daily: 1n }, version)), codeOf(change({ daily: 2n }, version))]);
    expect(ends.sort()).toEqual(["changed_meanwhile", "none"]);
    expect(await codeOf(change({ perTx: null }, version))).toBe("changed_meanwhile");
  });
});

test("a terminal of the test world is shown with its connection, which is live", async () => {
  expect(await get(testTerminals.ours)).toMatchObject({ state: "active", connection: { live: true, diagnosis: null } });
});
