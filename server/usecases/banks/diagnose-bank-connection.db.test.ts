import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { createBanks } from "@/server/banks/registry";
import type { Cause } from "@/server/domain/banks/causes";
import type { Diagnosis } from "@/server/domain/banks/diagnosis";
import { agreements } from "@/server/sandbox/accounts/agreements";
import { sandboxShop } from "@/server/sandbox/bank/records/shops";
import { type SetupFault, setupFaultNames, setupFaults } from "@/server/sandbox/bank/setup-faults/setup-faults";
import { createBuyer } from "@/server/testing/journeys/bank-buyer";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { longWaits } from "@/server/testing/journeys/refund";
import { testTerminals } from "@/server/testing/world/world";
import { diagnoseBankConnection } from "./diagnose-bank-connection";
import { getLatestDiagnosis } from "./queries";
import { redirectBankConnection } from "./redirect-bank-connection";

let world: BankWorld;
beforeAll(async () => {
  world = await openBankWorld({ protocol: "posnet", ...longWaits });
});
afterAll(() => world.close());

const protocols = Object.keys(bankProtocols) as Protocol[];

/** Where the bank does not say which of several values is wrong, the right cause is the group. */
const groups: Partial<Record<Protocol, Partial<Record<SetupFault, Cause>>>> = {
  nestpay: { wrong_api_user: "wrong_api_user_or_password", wrong_api_password: "wrong_api_user_or_password" },
  posnet: {
    source_address_not_registered: "merchant_terminal_or_address",
    wrong_merchant_number: "merchant_terminal_or_address",
    wrong_terminal_number: "merchant_terminal_or_address",
  },
  payfor: { wrong_merchant_number: "wrong_merchant_number_or_user", wrong_api_user: "wrong_merchant_number_or_user" },
};

/** Diagnoses an agreement with the simulated bank that no terminal has yet. */
async function diagnose(protocol: Protocol, fault: SetupFault | null): Promise<Diagnosis> {
  const terminalId = `trm_${protocol}_${fault}`;
  const endpoints = await world.bankControls.placeSetupFault(terminalId, protocol, fault);
  const bank = bankProtocols[protocol];
  const account = { ...agreements[bank](sandboxShop, ""), endpoints };
  const proposed = { terminalId, bank, account, effectiveCounts: [1, 2, 3, 6, 9, 12] };
  const ctx = fault === "no_answer" ? { ...world.ctx, banks: impatient } : world.ctx;
  return diagnoseBankConnection(ctx, { connection: { proposed }, by: "a test" });
}

/** Waits for a silent bank only as long as a test can. */
const impatient = createBanks({ timeouts: { lookupMs: 500 } });

const countRows = async (): Promise<readonly unknown[]> => {
  const tables = ["public.payment", "public.attempt", "public.refund", "public.settlement", "public.outbox_event"];
  const ofBank = ["simulator.bank_order", "simulator.bank_transaction"];
  const counts = [...tables, ...ofBank].map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  return (await world.db.pool.query(`select ${counts.join(", ")}`)).rows;
};

describe.each(protocols)("at %s", (protocol) => {
  test("a healthy connection passes without a finding, and no money and no attempt is touched", async () => {
    const before = await countRows();
    const diagnosis = await diagnose(protocol, null);
    expect(diagnosis.findings).toEqual([]);
    expect(diagnosis).toMatchObject({ passed: true, id: null });
    const asked = diagnosis.checks.filter(({ state }) => state === "fine").map(({ check }) => check);
    expect(asked).toEqual(
      expect.arrayContaining(["addresses", "inquiry", "history", "void", "refund", "gate", "clock"]),
    );
    expect(await countRows()).toEqual(before);
  });

  // A wrong prefix shows only at a payment that the bank has: see below.
  const faults = setupFaultNames.filter(
    (fault) => fault !== "wrong_order_prefix" && (setupFaults[fault] as readonly Protocol[]).includes(protocol),
  );
  test(`names the right cause of each of ${faults.length} faults and no other`, async () => {
    const before = await countRows();
    const named = await Promise.all(
      faults.map(
        async (fault) => [fault, (await diagnose(protocol, fault)).findings.map(({ cause }) => cause)] as const,
      ),
    );
    const expected = faults.map((fault) => [fault, [groups[protocol]?.[fault] ?? fault]] as const);
    const right = named.filter(([, causes], n) => String(causes) === String(expected[n]?.[1])).length;
    process.stdout.write(`The doctor names ${right} of ${faults.length} faults at ${protocol}.\n`);
    expect(named).toEqual(expected);
    expect(await countRows()).toEqual(before);
  });
});

test("names a wrong order prefix at a captured payment, and keeps both diagnoses of the connection", async () => {
  const buyer = createBuyer(world);
  const { returnFromBank } = await buyer.authenticateAtBank();
  await returnFromBank();
  const terminalId = testTerminals.ours;
  const connection = { terminalId };
  const healthy = await diagnoseBankConnection(world.ctx, { connection, by: "usr_staff" });
  expect(healthy).toMatchObject({ passed: true, findings: [] });
  expect(healthy.checks).toContainEqual({ check: "known_order", state: "fine" });
  const latest = () => getLatestDiagnosis(world.ctx, { connectionId: healthy.connectionId ?? "" });
  expect(await latest()).toEqual(healthy);
  const endpoints = await world.bankControls.placeSetupFault(terminalId, "posnet", "wrong_order_prefix");
  await redirectBankConnection(world.ctx, { terminalId, endpoints });
  world.clock.advanceMs(1_000);
  const diagnosis = await diagnoseBankConnection(world.ctx, { connection, by: "usr_staff" });
  expect(diagnosis.findings.map(({ cause }) => cause)).toEqual(["wrong_order_prefix"]);
  expect(await latest()).toEqual(diagnosis);
});

test("notes every question in the message trace, without the card, the keys and the passwords", async () => {
  world.noted.length = 0;
  await diagnose("nestpay", null);
  expect(
    world.noted
      .map(({ operation }) => operation)
      .slice(0, 2)
      .sort(),
  ).toEqual(["gate", "inquire"]);
  expect(world.noted.every(({ terminalId }) => terminalId === "trm_nestpay_null")).toBe(true);
  const trace = JSON.stringify(world.noted);
  const { storeKey, apiPassword } = sandboxShop.nestpay;
  for (const secret of ["99990000000", storeKey, apiPassword]) expect(trace).not.toContain(secret);
});
