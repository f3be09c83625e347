import { beforeEach, describe, expect, test } from "vitest";
import { giveFileShop } from "@/server/testing/banks/file-shop";
import { captureOf, history, openTestShop, panWith, type TestShop } from "@/server/testing/banks/shop";

// What a tester can do to voids and credits: whatever the caller sees, ledger, history and log say what was done.

let shop: TestShop;
const drawn: number[] = [];
giveFileShop(
  (url) => openTestShop(url, { random: () => drawn.shift() ?? 0 }),
  (opened) => {
    shop = opened;
  },
);
beforeEach(() => shop.control("PATCH", "settings", calm));

const operations = ["capture", "void", "credit", "inquire", "history", "prepare"];
const calm = { latencyMs: 0, errorRate: 0, down: false, refuseSameDayCredit: false, operations };

const paid = async (pan = panWith("approved")): Promise<string> => {
  const { oid, callback } = await shop.buy({ pan });
  expect((await shop.api(captureOf(oid, callback))).text("ProcReturnCode")).toBe("00");
  return oid;
};
const asks = {
  void: (OrderId: string) => shop.api({ Type: "Void", OrderId }),
  credit: (OrderId: string) => shop.api({ Type: "Credit", OrderId, Total: "5.00", Currency: "949" }),
};
/** What came of the operation by each of the bank's three witnesses. */
const witnessesOf = async (oid: string, operation: "void" | "credit") => {
  const { body } = await shop.control("GET", "ledger");
  const order = body.orders.find((one: { orderId: string }) => one.orderId === oid);
  const { items } = (await shop.control("GET", `log?orderId=${oid}`)).body;
  const answer = await shop.api(history(oid));
  return {
    ledger: { voided: order.voided, credited: order.credited },
    log: items
      .filter((item: { operation: string }) => item.operation === operation)
      .map((item: { outcome: string }) => item.outcome),
    history: ["TRX1", "TRX2", "TRX3"].flatMap(
      (line) => answer.extra(line)?.split("\t").slice(0, 2).join("") ?? [],
    ),
  };
};
const nothing = { ledger: { voided: 0, credited: 0 }, log: ["nothing_done"], history: ["SC"] };
const done = {
  void: { ledger: { voided: 1250, credited: 0 }, log: ["approved"], history: ["SV"] },
  credit: { ledger: { voided: 0, credited: 500 }, log: ["approved"], history: ["SC", "CC"] },
};

describe.each(["void", "credit"] as const)("%s", (operation) => {
  test("nothing is done in an outage of it, and it can be done afterwards", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { down: true, operations: [operation] });
    await expect(asks[operation](oid)).rejects.toThrow("fetch failed");
    expect(await witnessesOf(oid, operation)).toEqual(nothing);
    await shop.control("PATCH", "settings", { down: false });
    expect((await asks[operation](oid)).text("Response")).toBe("Approved");
    expect(await witnessesOf(oid, operation)).toEqual({
      ...done[operation],
      log: ["nothing_done", "approved"],
    });
  });

  test.each([
    ["not done: an error page", 0, false],
    ["not done: a broken connection", 0.25, false],
    ["done: an unreadable answer", 0.5, true],
    ["done: a broken connection", 0.75, true],
  ])("no answer can be read at errorRate 1, %s", async (_, kind, isDone) => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { errorRate: 1, operations: [operation] });
    drawn.push(0.999, kind);
    await expect(asks[operation](oid)).rejects.toThrow();
    expect(await witnessesOf(oid, operation)).toEqual(isDone ? done[operation] : nothing);
  });

  test("done at once while its answer is held back for longer than a caller waits", async () => {
    const oid = await paid();
    await shop.control("PATCH", "settings", { latencyMs: 60_000, operations: [operation] });
    const slow = asks[operation](oid).then(
      () => "answered",
      () => "no answer",
    );
    await expect
      .poll(async () => (await witnessesOf(oid, operation)).log, { interval: 20 })
      .toEqual(["approved"]);
    expect(await witnessesOf(oid, operation)).toEqual(done[operation]);
    await shop.control("PATCH", "settings", { latencyMs: 0 });
    const other = await paid();
    expect((await asks[operation](other)).text("Response"), "the next is answered at once").toBe("Approved");
    expect(await Promise.race([slow, "waiting"])).toBe("waiting");
  });

  test("refused by the card's issuer: nothing is done, and the history does not count it", async () => {
    const oid = await paid(panWith(`${operation}_declined`));
    expect((await asks[operation](oid)).text("ProcReturnCode")).toBe("05");
    expect(await witnessesOf(oid, operation)).toEqual({
      ...nothing,
      log: ["declined"],
      history: operation === "void" ? ["SC"] : ["SC", "CD"],
    });
  });
});

test("two equal credits without answers are two records", async () => {
  const oid = await paid(panWith("credit_lost_taken"));
  for (const _ of [1, 2]) await expect(asks.credit(oid)).rejects.toThrow("fetch failed");
  expect(await witnessesOf(oid, "credit")).toEqual({
    ledger: { voided: 0, credited: 1000 },
    log: ["approved", "approved"],
    history: ["SC", "CC", "CC"],
  });
});

test("an outage of the history leaves voids and credits alone", async () => {
  await shop.control("PATCH", "settings", { down: true, operations: ["history"] });
  const [one, two] = [await paid(), await paid()];
  expect((await asks.void(one)).text("Response")).toBe("Approved");
  expect((await asks.credit(two)).text("Response")).toBe("Approved");
  await expect(shop.api(history(one))).rejects.toThrow("fetch failed");
});
