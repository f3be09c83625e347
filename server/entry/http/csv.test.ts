import { describe, expect, test } from "vitest";
import type { TableColumn } from "@/server/documents/table";
import { csvResponse, csvText } from "./csv";

interface Row {
  readonly text: string;
  readonly amount: bigint;
  readonly at: Date | null;
}

const headed = (...[text, amount, date]: [string, string, string]): readonly TableColumn<Row>[] => [
  { head: text, cell: ({ text }) => text },
  { head: amount, cell: ({ amount }) => amount },
  { head: date, cell: ({ at }) => at },
];
const columns = headed("Description", "Amount", "Date");

async function* toRows(...rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const at = new Date("2026-11-20T21:00:00.000Z");

describe("a file", () => {
  test("begins with the UTF-8 mark, names its columns, and writes amounts and instants in the format of the language", async () => {
    const rows = () =>
      toRows({ text: 'Defter; "çizgili"', amount: -125_050n, at }, { text: "ş", amount: 5n, at: null });
    const turkish = csvResponse({
      name: "x",
      language: "tr",
      columns: headed("Açıklama", "Tutar", "Tarih"),
      rows: rows(),
    });
    expect(turkish.headers.get("content-disposition")).toBe('attachment; filename="x.csv"');
    expect(turkish.headers.get("cache-control")).toBe("no-store");
    expect(Buffer.from(await turkish.arrayBuffer()).toString("utf8")).toBe(
      '\uFEFFAçıklama;Tutar;Tarih\r\n"Defter; ""çizgili""";-1250,50;2026-11-21 00:00:00\r\nş;0,05;\r\n',
    );
    const english = csvResponse({ name: "x", language: "en", columns, rows: rows() });
    expect(Buffer.from(await english.arrayBuffer()).toString("utf8")).toBe(
      '\uFEFFDescription,Amount,Date\r\n"Defter; ""çizgili""",-1250.50,2026-11-21 00:00:00\r\nş,0.05,\r\n',
    );
  });

  test("keeps a line break inside its cell", async () => {
    const rows = toRows({ text: "a\nb", amount: 5n, at: null }, { text: "a\rb", amount: 5n, at: null });
    const file = await csvResponse({ name: "x", language: "en", columns, rows }).text();
    expect(file).toMatch(/^Description,Amount,Date\r\n"a\nb",0\.05,\r\n"a\rb",0\.05,\r\n$/);
  });

  test.each([1, 200, 401])("contains each of %i rows once, in order", async (count) => {
    const texts = Array.from({ length: count }, (_, n) => `row ${n}`);
    const rows = toRows(...texts.map((text) => ({ text, amount: 1n, at: null })));
    const [, ...lines] = (await csvResponse({ name: "x", language: "en", columns, rows }).text()).split("\r\n");
    expect(lines).toEqual([...texts.map((text) => `${text},0.01,`), ""]);
  });

  test("reads rows only as the client receives them, and releases them when the client disconnects", async () => {
    let [produced, isReleased] = [0, false];
    async function* many(): AsyncGenerator<Row> {
      try {
        for (;;) {
          produced += 1;
          yield { text: "t", amount: 1n, at };
        }
      } finally {
        isReleased = true;
      }
    }
    const reader = csvResponse({ name: "x", language: "en", columns, rows: many() }).body!.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    expect(produced).toBeLessThanOrEqual(601);
    expect(isReleased).toBe(true);
  });

  test("reports a failure to read, with the number of rows before it", async () => {
    async function* broken(): AsyncGenerator<Row> {
      yield { text: "t", amount: 1n, at };
      throw new Error("no database");
    }
    const calls: [number, boolean][] = [];
    const onEnd = async (...end: [number, boolean]) => void calls.push(end);
    const file = csvResponse({ name: "x", language: "en", columns, rows: broken(), onEnd });
    await expect(file.text()).rejects.toThrow("no database");
    expect(calls).toEqual([[1, true]]);
  });
});

describe("a text cell", () => {
  test.each([
    '=HYPERLINK("http://e","x")',
    "@SUM(1)",
    "+1",
    "-1+2",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "|calc",
    "%1",
    "＝1",
    "＋1",
    "－1",
    "＠SUM(1)",
  ])("begins with an apostrophe where a spreadsheet would run it: %j", (text) => {
    expect(csvText(text, "en")).toBe(`'${text}`);
  });

  test.each(["Defter", "1+1", "a=b", "", "'x"])("stays unchanged where a spreadsheet would not run it: %j", (text) => {
    expect(csvText(text, "tr")).toBe(text);
  });
});
