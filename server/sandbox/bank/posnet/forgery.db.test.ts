import { expect, test } from "vitest";
import { setUpShop } from "@/server/testing/banks/file-shop";
import {
  chargeRequest,
  computeMac,
  openPosnetShop,
  type Returned,
  readResolved,
  readVerdict,
  resolveRequest,
  type TestPosnetShop,
} from "@/server/testing/banks/posnet-shop";
import { panWith } from "@/server/testing/banks/shop";
import { openPool } from "../records/database";

let shop: TestPosnetShop;
setUpShop(openPosnetShop, (opened) => {
  shop = opened;
});

/** Finds the order to which the packets of a return belong at the bank. */
async function findPacketOrder({ callback }: Returned): Promise<Pick<Returned, "xid" | "amount">> {
  const pool = openPool(shop.databaseUrl);
  const sql = "select order_id, amount from simulator.authentication where proofs ->> 'bankData' = $1";
  const { order_id, amount } = (await pool.query(sql, [callback.get("BankPacket")])).rows[0];
  await pool.end();
  return { xid: order_id, amount: String(amount) };
}

test("callback_forged_hash: another digit in Sign, which the bank refuses", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_hash") });
  expect(bought.callback.get("Xid")).toBe(bought.xid);
  expect(readVerdict(await shop.api(resolveRequest(bought)))).toEqual(["0", "0150"]);
  expect(readVerdict(await shop.api(chargeRequest(bought)))).toEqual(["0", "0150"]);
});

test("callback_forged_amount: another informative amount, and the bank refuses a charge of it", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_amount") });
  expect(bought.callback.get("Amount")).toBe("100");
  const believed = { ...bought, amount: "100" };
  expect(readVerdict(await shop.api(chargeRequest(believed)))).toEqual(["0", "E216"]);
  expect(readResolved(await shop.api(resolveRequest(bought)))[0]).toBe("1250");
});

test("callback_forged_fields: packets of another order, which the bank refuses for this order", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_fields") });
  expect(Object.fromEntries(bought.callback)).toMatchObject({
    Xid: bought.xid,
    Amount: "1250",
    CCPrefix: "432071",
    TranType: "Sale",
  });
  expect(readVerdict(await shop.api(resolveRequest(bought)))).toEqual(["0", "E216"]);
  expect(readVerdict(await shop.api(chargeRequest(bought)))).toEqual(["0", "E216"]);
  expect(await shop.readLedger(bought.xid)).toBeUndefined();

  const others = { ...bought, ...(await findPacketOrder(bought)) };
  expect([others.xid === bought.xid, others.amount]).toEqual([false, "100"]);
  const answer = await shop.api(resolveRequest(others));
  expect(readResolved(answer)).toEqual(["100", "TL", "00", others.xid, "Y", "1"]);
  expect(answer.text("mac")).toBe(computeMac("1", others));
  expect((await shop.api(chargeRequest(others))).text("approved")).toBe("1");
  expect([await shop.readLedger(bought.xid), (await shop.readLedger(others.xid)).captured]).toEqual([undefined, 100]);
});

test("forges nothing for a buyer who types a wrong code", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_fields") }, "000000");
  expect(bought.callback.get("Xid")).toBe(bought.xid);
  expect(readResolved(await shop.api(resolveRequest(bought))).at(-1)).toBe("0");
});
