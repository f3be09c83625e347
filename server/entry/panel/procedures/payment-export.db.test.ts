import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parse } from "csv-parse/sync";
import ExcelJS from "exceljs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours, minutes, plusMs } from "@/server/domain/clock";
import { type PanelRole, panelRoles } from "@/server/domain/people/access";
import { writePaymentRows } from "@/server/testing/journeys/payment-rows";
import { countCases } from "@/server/testing/run/cases";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { answerPaymentExport } from "./payment-export";

const count = countCases(25_000, 100_000);

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld({ hasBrokenBooks: true });
  await writePaymentRows(world, count, plusMs(world.clock.now(), -minutes(10) - count * 1_000));
}, 120_000);
afterAll(() => world.close());

const ask = async (parameters: string, role: PanelRole = "finance", isSignedIn = true) => {
  const door = await createPanelContext(world.ctx, role);
  const request = new Request(`http://api.test/panel/export/payments.csv?${parameters}`);
  return answerPaymentExport(request, isSignedIn ? door : { ...door, session: null });
};

const audited = async (outcome: "begun" | "done" | "refused") =>
  world.db.prisma.auditEntry.findFirst({
    where: { action: "payment.export", outcome },
    orderBy: { number: "desc" },
  });

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the used heap in bytes after a garbage collection. */
const usedHeap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

describe("access to the file", () => {
  test("401 without a session", async () => {
    expect((await ask("", "finance", false)).status).toBe(401);
  });

  test.each(panelRoles)("answers %s as the access table says, and the audit log records a refusal", async (role) => {
    const answer = await ask("q=nothing-is-so", role);
    await answer.text();
    const isAllowed = role === "owner" || role === "finance";
    expect(answer.status).toBe(isAllowed ? 200 : 403);
    if (!isAllowed)
      expect(await audited("refused")).toMatchObject({
        code: "access_denied",
        actorName: expect.stringContaining(role),
      });
  });
});

test("400 for filters that cannot be read, in place of a file with all payments", async () => {
  const answer = await ask("status=kaptured&from=2026-02-30&min=1&source=");
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { code: "validation_error", message: "status: is not valid; from: is not valid" },
  });
});

describe("the file", () => {
  test("has the list's data in the format of each language, no formula runs, and the audit log records it", async () => {
    const id = `pay_${String(12).padStart(26, "0")}`;
    await world.db.prisma.payment.update({
      where: { id },
      data: { description: '=HYPERLINK("http://evil.test","x")' },
    });
    const turkish = await ask(`q=${id}&lang=tr&status=captured`);
    expect(turkish.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(turkish.headers.get("content-disposition")).toMatch(
      /^attachment; filename="vezne-odemeler-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const text = await turkish.text();
    const [row, ...others] = parse(text, { bom: true, delimiter: ";", columns: true }) as Record<string, string>[];
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      "Ödeme kodu": id,
      Durum: "tahsil edildi",
      Kart: "552879******0012",
      Tutar: "1,12",
      "Komisyon oranı (%)": "2,00",
      Komisyon: "0,02",
      "İade edilen": "0,00",
      "Net tutar": "1,10",
      Açıklama: '\'=HYPERLINK("http://evil.test","x")',
      Terminal: "trm_ours",
      "Hata kodu": "",
    });
    expect(await audited("begun")).toMatchObject({ detail: { q: id, status: "captured" } });
    expect(await audited("done")).toMatchObject({ detail: { q: id, status: "captured", rows: 1 } });
    const english = await (await ask(`q=${id}&lang=en`)).text();
    const [same] = parse(english, { bom: true, columns: true }) as Record<string, string>[];
    expect(same).toMatchObject({ "Order code": "OLD-12", State: "captured", Amount: "1.12", Net: "1.10" });
  });

  test("has the reason of a refusal in words, and the bank's references of a capture", async () => {
    const toPaymentCode = (n: number) => `pay_${String(n).padStart(26, "0")}`;
    const read = async (n: number) => {
      const text = await (await ask(`q=${toPaymentCode(n)}&lang=en`)).text();
      const [row = {}] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
      return ["Decline reason", "Bank code", "Authorisation code", "Reference number (RRN)"].map((name) => row[name]);
    };
    const write = (n: number, facts: string) =>
      world.db.pool.query(
        `begin; set local session_replication_role = replica;
         update attempt set ${facts} where payment_id = '${toPaymentCode(n)}'; commit`,
      );
    const [captured, failed] = await Promise.all(
      ["captured", "failed"].map(async (status) => {
        const { rows } = await world.db.pool.query(
          `select p.id from payment p join attempt a on a.payment_id = p.id where p.status = '${status}' limit 1`,
        );
        return Number(rows[0]?.id.slice(4));
      }),
    );
    await write(captured ?? 0, "status = 'captured', auth_code = 'P12345', rrn = '632014112233'");
    await write(failed ?? 0, "status = 'declined', decline_reason = 'limit_exceeded', bank_code = '61'");
    expect(await read(captured ?? 0)).toEqual(["", "", "P12345", "632014112233"]);
    expect(await read(failed ?? 0)).toEqual(["the card's limit was exceeded", "61", "", ""]);
  });

  test("has the net amount after commission and refunds, and only payments that match the filters", async () => {
    const toPaymentCode = (n: number) => `pay_${String(n).padStart(26, "0")}`;
    const readNet = async (n: number, more = "") => {
      const text = await (await ask(`q=${toPaymentCode(n)}&lang=en${more}`)).text();
      return (parse(text, { bom: true, columns: true }) as Record<string, string>[]).map(({ Net }) => Net);
    };
    // The first payment is credited in full and the second in half: a credit does not return the commission, a void
    // does.
    expect(await readNet(40)).toEqual(["-0.02"]);
    expect(await readNet(44)).toEqual(["0.70"]);
    await world.db.pool.query(
      `begin; set local session_replication_role = replica;
       update payment set voided_at = created_at where id = '${toPaymentCode(80)}'; commit`,
    );
    expect(await readNet(80)).toEqual(["0.00"]);
    expect(await readNet(40, "&status=failed")).toEqual([]);
  });

  test("as XLSX has the same cells as numbers, dates and texts, and names the account and the span", async () => {
    const door = await createPanelContext(world.ctx, "finance");
    const id = `pay_${String(12).padStart(26, "0")}`;
    const target = `http://api.test/panel/export/payments.xlsx?q=${id}&lang=tr&from=2020-01-01&to=2030-12-31`;
    const answer = await answerPaymentExport(new Request(target), door);
    expect(answer.headers.get("content-type")).toContain("spreadsheetml.sheet");
    expect(answer.headers.get("content-disposition")).toMatch(/-2020-01-01_2030-12-31\.xlsx"$/);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await answer.arrayBuffer()) as ExcelJS.Buffer);
    const sheet = workbook.getWorksheet("Ödemeler")!;
    const heads = (sheet.getRow(1).values as string[]).slice(1);
    const cell = (head: string, row = 2) => sheet.getRow(row).getCell(heads.indexOf(head) + 1);
    const payment = await world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
    expect(cell("Ödeme kodu").value).toBe(id);
    expect(cell("Oluşturulma").value).toEqual(plusMs(payment.createdAt, hours(3)));
    expect([cell("Tutar"), cell("Komisyon"), cell("Net tutar")].map(({ value }) => value)).toEqual([1.12, 0.02, 1.1]);
    expect(cell("Açıklama")).toMatchObject({ type: ExcelJS.ValueType.String, formula: undefined });
    expect(cell("Net tutar", 3).value).toBe(1.1);
    expect(await audited("done")).toMatchObject({ detail: { rows: 1 } });
  });

  test("has one order, whatever order the screen has, and the audit log names none", async () => {
    const newest = await (await ask("lang=en&min=110&max=160")).text();
    expect(newest.split("\r\n").length).toBeGreaterThan(20);
    for (const sort of ["amount", "-amount", "created", "-created"]) {
      expect(await (await ask(`lang=en&min=110&max=160&sort=${sort}`)).text()).toBe(newest);
      expect((await audited("begun"))?.detail).toEqual({ min: "110", max: "160" });
    }
  });

  test("429 above the user's budget", async () => {
    const door = await createPanelContext(world.ctx, "finance");
    while ((await door.limits.take("panel-user", door.session?.user.id ?? "")).allowed);
    const request = new Request("http://api.test/panel/export/payments.csv?q=nothing-is-so");
    expect((await answerPaymentExport(request, door)).status).toBe(429);
  });

  test(`streams ${count} rows: it starts before all are read, and keeps none in memory`, async () => {
    const answer = await ask("lang=en");
    let asked = 0;
    const countAsked = () => void asked++;
    world.db.pool.on("acquire", countAsked);
    const [reader, decoder] = [answer.body!.getReader(), new TextDecoder()];
    await reader.read();
    const { value: first } = await reader.read();
    const askedForFirst = asked;
    const heaps: number[] = [];
    expect(decoder.decode(first, { stream: true })).toContain(`NEW-${count}`);
    let lines = 200;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      lines += decoder.decode(chunk.value, { stream: true }).split("\r\n").length - 1;
      if (lines % (count / 10) < 200) heaps.push(usedHeap());
    }
    expect(lines).toBe(count);
    world.db.pool.off("acquire", countAsked);
    expect(askedForFirst).toBeLessThan(asked / 20);
    // After a tenth of the file the heap must not grow further.
    const [early, late] = [heaps.slice(1, 4), heaps.slice(-3)].map((some) => Math.min(...some));
    expect(late! - early!).toBeLessThan(8_000_000);
  }, 120_000);

  test("is in the audit log with 0 rows when the client disconnects before the first row", async () => {
    const answer = await ask("lang=en&status=failed");
    await answer.body!.cancel();
    expect(await audited("done")).toMatchObject({ detail: { status: "failed", rows: 0 } });
  });

  test("reads no further rows when the client disconnects, and the audit log records the end", async () => {
    const answer = await ask("lang=en&status=expired");
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    const entry = await audited("done");
    expect(entry).toMatchObject({ detail: { status: "expired" } });
    expect((entry!.detail as { rows: number }).rows).toBeLessThanOrEqual(600);
  });
});
