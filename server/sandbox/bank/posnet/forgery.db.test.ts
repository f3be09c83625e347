import { expect, test } from "vitest";
import { giveFileShop } from "@/server/testing/banks/file-shop";
import {
  brief,
  chargeRequest,
  macOf,
  openPosnetShop,
  type Returned,
  resolved,
  resolveRequest,
  type TestPosnetShop,
} from "@/server/testing/banks/posnet-shop";
import { panWith } from "@/server/testing/banks/shop";
import { openPool } from "../records/database";

let shop: TestPosnetShop;
giveFileShop(openPosnetShop, (opened) => {
  shop = opened;
});

/** The order that the packets of a return stand for at the bank. */
async function orderOfPackets({ callback }: Returned): Promise<Pick<Returned, "xid" | "amount">> {
  const pool = openPool(shop.databaseUrl);
  const sql = "select order_id, amount from simulator.authentication where proofs ->> 'bankData' = $1";
  const { order_id, amount } = (await pool.query(sql, [callback.get("BankPacket")])).rows[0];
  await pool.end();
  return { xid: order_id, amount: String(amount) };
}

test("callback_forged_hash: one digit of Sign, which the bank refuses", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_hash") });
  expect(bought.callback.get("Xid")).toBe(bought.xid);
  expect(brief(await shop.api(resolveRequest(bought)))).toEqual(["0", "0150"]);
  expect(brief(await shop.api(chargeRequest(bought)))).toEqual(["0", "0150"]);
});

test("callback_forged_amount: the amount for information alone; who believes it is refused by the bank", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_amount") });
  expect(bought.callback.get("Amount")).toBe("100");
  const believed = { ...bought, amount: "100" };
  expect(brief(await shop.api(chargeRequest(believed)))).toEqual(["0", "E216"]);
  expect(resolved(await shop.api(resolveRequest(bought)))[0]).toBe("1250");
});

test("callback_forged_fields: another order's packets, which the bank does not take for this one, beside its own fields", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_fields") });
  expect(Object.fromEntries(bought.callback)).toMatchObject({
    Xid: bought.xid,
    Amount: "1250",
    CCPrefix: "432071",
    TranType: "Sale",
  });
  expect(brief(await shop.api(resolveRequest(bought)))).toEqual(["0", "E216"]);
  expect(brief(await shop.api(chargeRequest(bought)))).toEqual(["0", "E216"]);
  expect(await shop.ledgerOf(bought.xid)).toBeUndefined();

  const others = { ...bought, ...(await orderOfPackets(bought)) };
  expect([others.xid === bought.xid, others.amount]).toEqual([false, "100"]);
  const answer = await shop.api(resolveRequest(others));
  expect(resolved(answer)).toEqual(["100", "TL", "00", others.xid, "Y", "1"]);
  expect(answer.text("mac")).toBe(macOf("1", others));
  expect((await shop.api(chargeRequest(others))).text("approved")).toBe("1");
  expect([await shop.ledgerOf(bought.xid), (await shop.ledgerOf(others.xid)).captured]).toEqual([
    undefined,
    100,
  ]);
});

test("nothing is forged for a buyer who types a wrong code", async () => {
  const bought = await shop.buy({ pan: panWith("callback_forged_fields") }, "000000");
  expect(bought.callback.get("Xid")).toBe(bought.xid);
  expect(resolved(await shop.api(resolveRequest(bought))).at(-1)).toBe("0");
});
