import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import { endSetupFaults } from "@/server/sandbox/accounts/setup-faults";
import { createBuyer } from "@/server/testing/journeys/bank-buyer";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import { longWaits } from "@/server/testing/journeys/refund";
import { testTerminals } from "@/server/testing/world/world";
import { diagnoseBankConnection } from "@/server/usecases/banks/diagnose-bank-connection";
import { redirectBankConnection } from "@/server/usecases/banks/redirect-bank-connection";
import { createBankControl } from "./bank-control";
import { controls } from "./controls";

let world: BankWorld;
beforeAll(async () => {
  world = await openBankWorld(longWaits);
});
afterAll(() => world.close());

const control = controls.find(({ method, path }) => method === "PATCH" && path === "/sandbox/bank");

/** Answers `PATCH /sandbox/bank` with these faults. */
const place = async (setupFaults: Readonly<Record<string, string | null>>): Promise<unknown> => {
  const bank = createBankControl(world.bankOrigin, new Secret(world.sandboxKey));
  const body = control?.body?.parse({ setupFaults });
  return control?.run({ ctx: world.ctx, bank }, { id: "", query: {}, body: body as never });
};
const terminalId = testTerminals.ours;
const diagnose = async () => {
  const { findings } = await diagnoseBankConnection(world.ctx, { connection: { terminalId }, by: "a test" });
  return findings.map(({ cause }) => cause);
};

test("gives one terminal a fault, which payments meet too, until null ends it", async () => {
  expect(await place({ [terminalId]: "source_address_not_registered" })).toMatchObject({
    setupFaults: { [terminalId]: "source_address_not_registered" },
  });
  expect(await diagnose()).toEqual(["source_address_not_registered"]);
  const buyer = createBuyer(world);
  const { paymentCode, returnFromBank } = await buyer.authenticateAtBank();
  await returnFromBank();
  expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "failed", failureCode: "capture_declined" });
  expect(await place({ [terminalId]: null })).toMatchObject({ setupFaults: {} });
  expect(await diagnose()).toEqual([]);
});

test("keeps the faults of other terminals when one is changed", async () => {
  await place({ [testTerminals.foreign]: "clock_off" });
  expect(await place({ [terminalId]: "no_answer" })).toMatchObject({
    setupFaults: { [testTerminals.foreign]: "clock_off", [terminalId]: "no_answer" },
  });
  expect(await place({ [testTerminals.foreign]: null, [terminalId]: null })).toMatchObject({ setupFaults: {} });
});

test("a start of the sandbox ends every fault", async () => {
  await place({ [terminalId]: "certificate_expired" });
  expect(await diagnose()).toEqual(["certificate_expired"]);
  await endSetupFaults(world.db, world.ctx.vault, world.bankOrigin);
  expect(await place({})).toMatchObject({ setupFaults: {} });
  expect(await diagnose()).toEqual([]);
});

test("a live connection is never redirected", async () => {
  const endpoints = { gate: "https://bank.example/gate", api: "https://bank.example/api" };
  const live = { ...world.ctx, sandboxTime: null };
  await expect(redirectBankConnection(live, { terminalId, endpoints })).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["a fault that another protocol has", { [terminalId]: "wrong_order_prefix" }, "validation_error"],
  ["a fault that does not exist", { [terminalId]: "bad_weather" }, "validation_error"],
  ["an unknown terminal", { trm_none: "no_answer" }, "not_found"],
])("refuses %s and changes nothing", async (_, faults, code) => {
  await expect(place({ ...faults, [testTerminals.foreign]: "clock_off" })).rejects.toMatchObject({ code });
  expect(await place({})).toMatchObject({ setupFaults: {} });
});
