import { resolve } from "node:path";
import {
  buy,
  confirmAtBank,
  expect,
  expectBackInShop,
  openCheckout,
  payThrough3ds,
  test,
  typeCard,
} from "../support/browser";
import { cardFields, handOver, payOverHttp, postForm, throughTheBank } from "../support/buyer";
import { newCard } from "../support/cards";
import { enterCard, payButton } from "../support/link";
import { payLink, submitCard } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";
import type { Card } from "../support/sandbox";
import { codePattern, dumpDatabase, filesUnder, findAll, type Kept, matchAll, numberNeedles } from "../support/traces";

const merchant = new Merchant(sandbox.apiUrl, demo);

/**
 * Reads everything that the product has stored since an instant, ms since 1970. An older file cannot contain a card of
 * the test, but the build has other texts with three digits that look like a security code.
 */
const everythingSince = async (sinceMs: number): Promise<Kept[]> => [
  ...(await dumpDatabase(sandbox.databaseUrl)),
  ...filesUnder(sandbox.dataDir, sinceMs),
  ...filesUnder(resolve(process.env.NEXT_DIST_DIR ?? ".next"), sinceMs),
];

test("the search finds a number in every encoding", () => {
  const { pan, cv2 } = newCard();
  const spaced = pan.replace(/(.{4})(?=.)/g, "$1 ");
  const writings = [
    pan,
    spaced,
    encodeURIComponent(spaced),
    new URLSearchParams({ pan: spaced }).toString(),
    Buffer.from(`{"pan":"${pan}"}`).toString("base64"),
    Buffer.from(`x{"pan":"${pan}"}`).toString("base64"),
    Buffer.from(`xy{"pan":"${pan}"}`).toString("base64url"),
    Buffer.from(`pan=${pan}`).toString("hex"),
  ];
  for (const text of writings) {
    expect(findAll([{ where: "here", bytes: Buffer.from(text) }], numberNeedles(pan)), text).not.toEqual([]);
  }
  for (const text of [
    `cv2=${cv2}&x`,
    `{"cv2":"${cv2}"}`,
    `{\\"cv2\\":\\"${cv2}\\"}`,
    `cv2%3D${cv2}`,
    `<Cvv2Val>${cv2}<`,
  ]) {
    expect(matchAll([{ where: "here", bytes: Buffer.from(text) }], codePattern([cv2])), text).toEqual(["here"]);
  }
  const masked = { where: "here", bytes: Buffer.from(`${pan.slice(0, 6)}******${pan.slice(-4)}`) };
  expect(findAll([masked], numberNeedles(pan))).toEqual([]);
});

test("stores neither number nor security code anywhere, for any outcome of the payment", async ({
  page,
  shop,
  order,
}) => {
  // File systems round the time of a file.
  const startedAtMs = Date.now() - 1_000;
  const cards: Card[] = [];
  const fresh = (bin?: string): Card => {
    const card = newCard(bin);
    cards.push(card);
    return card;
  };

  const paid = await order();
  await payThrough3ds(page, shop, paid, fresh());
  await expectBackInShop(page, shop, paid, "success");

  const typed = await order();
  await openCheckout(page, shop, typed);
  await buy(page);
  await typeCard(page, { ...fresh(), expireMonth: "12" });
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await confirmAtBank(page, "000000");
  await expectBackInShop(page, shop, typed, "failure");

  const domestic = merchant.terminal("domesticOnly");
  const wayOut = await merchant.created({ terminalId: domestic });
  await handOver(wayOut.paymentRef, fresh("414720"));
  await handOver(wayOut.paymentRef, { ...fresh(), expireMonth: "13" });
  await handOver(wayOut.paymentRef, { ...fresh(), cv2: "12" });
  await handOver("unknown", fresh());
  await handOver(paid.paymentRef, fresh());
  await handOver(wayOut.paymentRef, fresh(), { headers: { "Content-Type": "application/json" } });
  const spaced = fresh();
  const pan = spaced.pan.replace(/(.{4})/g, "$1 ");
  await postForm(wayOut.handoffUrl, { paymentRef: "x", ...cardFields(spaced), pan });
  const atTheBank = await handOver(wayOut.paymentRef, fresh());
  const back = await throughTheBank(atTheBank.text);
  const astray = fresh();
  await postForm(back.action, { ...back.fields, ...cardFields(astray) });

  const link = await merchant.createdLink();
  await page.goto(link.url);
  await enterCard(page, fresh(), 3);
  await payButton(page).click();
  await confirmAtBank(page);
  await expect(page.getByRole("heading", { name: "Your payment was received" })).toBeVisible();
  const another = await merchant.createdLink({ terminalId: domestic });
  await submitCard(another, { card: fresh("414720") });
  await submitCard(another, { card: { ...fresh(), cv2: "12" } });
  await submitCard(another, { card: fresh(), count: null });
  await postForm(`${another.url}/card`, { ...cardFields(fresh()), bin: "43550811" });
  await payLink(another, { card: fresh() }, "000000");

  for (const protocol of ["garanti", "posnet", "payfor"] as const) {
    const payment = await merchant.created({ terminalId: merchant.terminal(protocol) });
    expect((await payOverHttp(payment, fresh())).headers.location).toContain("result=success");
  }

  // The trace of bank calls is written within a second. PosNet's requests contain the card itself.
  const inTrace = { request: Buffer.from("oosRequestData") };
  await expect.poll(async () => findAll(await dumpDatabase(sandbox.databaseUrl), inTrace).length).toBeGreaterThan(0);
  const kept = await everythingSince(startedAtMs);
  const files = kept.filter(({ where }) => where.startsWith(sandbox.dataDir));
  expect(kept.length - files.length, "tables").toBeGreaterThan(50);
  expect(files.length, "the log, and the files of the database").toBeGreaterThan(2);
  const known = { code: Buffer.from(paid.paymentCode), bin: Buffer.from("435508") };
  expect(findAll(kept, known).length, "the search covers the stored data").toBeGreaterThan(1);
  const numbers = cards.flatMap(({ pan }, card) =>
    Object.entries(numberNeedles(pan)).map(([name, needle]) => [`card ${card}, ${name}`, needle]),
  );
  expect(findAll(kept, Object.fromEntries(numbers)), "traces of a number").toEqual([]);
  expect(matchAll(kept, codePattern(cards.map(({ cv2 }) => cv2))), "traces of a code").toEqual([]);
});

test("stores no readable key, reference or secret in the database, the log or the build", async () => {
  const payment = await merchant.created();
  await handOver(payment.paymentRef);
  const { users } = demo as unknown as { users: { password: string }[] };
  const secrets = {
    key: demo.apiKeys[0],
    "second key": demo.apiKeys[1],
    "webhook secret": demo.webhookSecret,
    reference: payment.paymentRef,
    password: users[0]?.password ?? "",
  };
  const kept = [
    ...(await dumpDatabase(sandbox.databaseUrl)),
    ...filesUnder(resolve(sandbox.dataDir, "logs")),
    ...filesUnder(resolve(process.env.NEXT_DIST_DIR ?? ".next")),
  ];
  const needles = Object.entries(secrets).flatMap(([name, value]) => [
    [name, Buffer.from(value)],
    [`${name} in hex`, Buffer.from(Buffer.from(value).toString("hex"))],
    [`${name} in base64`, Buffer.from(Buffer.from(value).toString("base64").slice(0, 24))],
  ]);
  expect(findAll(kept, Object.fromEntries(needles))).toEqual([]);
});
