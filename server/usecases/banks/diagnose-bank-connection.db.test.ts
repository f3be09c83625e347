import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankProtocol, type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { testTerminals } from "@/server/testing/world/world";
import { diagnoseBankConnection } from "./diagnose-bank-connection";
import { getLatestDiagnosis } from "./queries";

describe.each(Object.keys(bankProtocols) as BankProtocol[])("at %s", (protocol) => {
  let world: BankWorld;
  beforeAll(async () => {
    world = await openBankWorld({ protocol });
  });
  afterAll(() => world.close());

  test("passes a healthy terminal and keeps the diagnosis", async () => {
    const connection = { terminalId: testTerminals.ours };
    const diagnosis = await diagnoseBankConnection(world.ctx, { connection, by: "a test" });
    expect(diagnosis.findings).toEqual([]);
    expect(diagnosis).toMatchObject({ passed: true, by: "a test", facts: { terminalId: testTerminals.ours } });
    const asked = diagnosis.checks.filter(({ state }) => state === "fine").map(({ check }) => check);
    expect(asked).toEqual(expect.arrayContaining(["addresses", "inquiry", "history", "void", "refund", "gate"]));
    const kept = await getLatestDiagnosis(world.ctx, { connectionId: diagnosis.connectionId ?? "" });
    expect(kept).toEqual(diagnosis);
  });
});
