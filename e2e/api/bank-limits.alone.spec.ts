import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { advance, now, setClock } from "../support/controls";
import { expectError } from "../support/envelope";
import { firstMondayOfNextMonth, later, nextMonth } from "../support/istanbul";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";

// Tests a terminal's limits in a month without other payments: per payment 100,000, per day 250,000, per week 400,000,
// per month 500,000 kuruş, and nothing from 02:00 to 04:00 in Istanbul. The first step of the clock expires the open
// payments of other tests.
test.describe.configure({ mode: "serial" });

const merchant = new Merchant(sandbox.apiUrl, demo);
const create = (amount: number) => merchant.create({ terminalId: demo.terminals.limited, amount });
const captured = async (amount: number): Promise<void> => {
  const payment = await merchant.created({ terminalId: demo.terminals.limited, amount });
  expect((await payOverHttp(payment)).headers.location).toContain("result=success");
};

let monday: Date;
test.beforeAll(async () => {
  monday = firstMondayOfNextMonth(await now());
});

test("422 between 02:00 and 04:00, to the second", async () => {
  await setClock(later(monday, 0, 2, -30));
  expect((await create(1000)).status).toBe(201);
  await setClock(later(monday, 0, 2));
  expectError(await create(1), 422, "pos_time_window_limit_exceeded");
  await setClock(later(monday, 0, 4, -30));
  expectError(await create(1), 422, "pos_time_window_limit_exceeded");
  await setClock(later(monday, 0, 4));
  expect((await create(1000)).status).toBe(201);
});

test("422 above the limit of one payment; the order code stays free", async () => {
  await setClock(later(monday, 0, 10));
  const request = merchant.request({ terminalId: demo.terminals.limited, amount: 100_001 });
  expectError(await merchant.post(request), 422, "pos_per_tx_limit_exceeded");
  expectError(await merchant.find(String(request.partnerTxCode)), 404, "payment_not_found");
  expect((await merchant.post({ ...request, amount: 100_000 })).status).toBe(201);
});

test("422 above the day's limit; a reserved amount is free again when its payment expires", async () => {
  expect((await create(100_000)).status, "100,000 are now reserved").toBe(201);
  expect((await create(50_000)).status).toBe(201);
  expectError(await create(1), 422, "pos_daily_limit_exceeded");
  await advance(1800);
  await captured(100_000);
  await captured(100_000);
  expectError(await create(50_001), 422, "pos_daily_limit_exceeded");
  await captured(50_000);
  await advance(1800);
  expectError(await create(1), 422, "pos_daily_limit_exceeded");
});

test("422 above the week's limit, from Monday to Sunday", async () => {
  await setClock(later(monday, 1));
  await captured(100_000);
  expectError(await create(50_001), 422, "pos_weekly_limit_exceeded");
  await captured(50_000);
  await setClock(later(monday, 7, 0, -60));
  expectError(await create(1), 422, "pos_weekly_limit_exceeded");
});

test("422 above the month's limit", async () => {
  await setClock(later(monday, 7));
  expectError(await create(100_001), 422, "pos_per_tx_limit_exceeded");
  await captured(100_000);
  expectError(await create(1), 422, "pos_monthly_limit_exceeded");
  await setClock(later(nextMonth(monday), 0, 0, -60));
  expectError(await create(1), 422, "pos_monthly_limit_exceeded");
});

test("201 up to the limit and 422 beyond it for concurrent calls", async () => {
  await setClock(later(nextMonth(monday), 0, 10));
  const answers = await Promise.all(Array.from({ length: 15 }, () => create(30_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectError(answer, 422, "pos_daily_limit_exceeded");
  }
});
