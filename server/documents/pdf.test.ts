import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type PdfContent, renderPdf } from "./pdf";

const content: PdfContent = {
  language: "tr",
  title: "İşlem dekontu",
  issuer: "Vezne",
  reference: "28 Kas 2026",
  lines: ["Ege Kırtasiye A.Ş."],
  figure: { term: "Tutar", value: "1.250,50 TL" },
  blocks: [{ kind: "facts", title: "İşlem", facts: [{ term: "İşlem kodu", value: "ORD-Ğüşiöç-1" }] }],
  footer: "Vezne",
  pageText: (page, pages) => `Sayfa ${page} / ${pages}`,
  at: new Date("2026-11-28T12:00:00.000Z"),
};

const render = async (changes: Partial<PdfContent> = {}) => Buffer.from(await renderPdf({ ...content, ...changes }));
const source = (file: Buffer) => file.toString("latin1");
const countPages = (file: Buffer) => source(file).match(/\/Type \/Page\b/g)?.length;

/** Returns the unpacked streams of a file: what its pages draw, and its typefaces. */
function readStreams(file: Buffer): string[] {
  const streams: string[] = [];
  for (let at = file.indexOf("stream\n"); at >= 0; at = file.indexOf("stream\n", at + 1)) {
    const end = file.indexOf("endstream", at);
    if (file.subarray(at - 3, at).toString() === "end" || end < 0) continue;
    try {
      streams.push(inflateSync(file.subarray(at + "stream\n".length, end)).toString("latin1"));
    } catch {
      // A stream that is not packed, such as the metadata.
    }
  }
  return streams;
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => [`Satır ${index}`, `${index},00 TL`]);
const columns = [
  { head: "Tür", share: 2 },
  { head: "Tutar", share: 1, align: "right" },
] as const;

describe("a PDF", () => {
  test("has the same bytes for the same content, and names the instant and the language that it was given", async () => {
    const file = await render();
    expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    expect(file.equals(await render())).toBe(true);
    expect(file.equals(await render({ at: new Date("2026-11-28T12:00:01.000Z") }))).toBe(false);
    expect(source(file)).toContain("D:20261128120000Z");
    expect(source(file)).toContain("/Lang (tr)");
  });

  test("embeds its typeface with a map from glyphs to letters, so that text can be selected", async () => {
    const file = await render();
    expect(source(file)).toContain("/FontFile2");
    expect(source(file)).toContain("Geist-Regular");
    const maps = readStreams(file)
      .filter((stream) => stream.includes("begincmap"))
      .join("");
    for (const letter of "Ğüşöç") {
      expect(maps).toContain(letter.codePointAt(0)?.toString(16).padStart(4, "0"));
    }
  });

  test("is tagged: a heading, and a table with heads for terms", async () => {
    const file = source(await render());
    expect(file).toContain("/Marked true");
    for (const tag of ["/S /H1", "/S /H2", "/S /Table", "/S /TH", "/S /TD"]) expect(file).toContain(tag);
  });

  test("continues a long table on further pages, each with the head of the table", async () => {
    const one = await render({ blocks: [{ kind: "table", columns, rows: rowsOf(3) }] });
    const many = await render({
      blocks: [{ kind: "table", columns, rows: rowsOf(120), totals: ["Toplam", "1,00 TL"] }],
    });
    expect(countPages(one)).toBe(1);
    const pages = countPages(many) ?? 0;
    expect(pages).toBeGreaterThan(2);
    // The band behind a head is the only area that is filled.
    const bands = readStreams(many).join("").match(/ re$/gm);
    expect(bands).toHaveLength(pages);
  });

  test("continues a text that is longer than a page", async () => {
    const file = await render({ blocks: [{ kind: "text", text: "Uzun bir açıklama. ".repeat(900) }] });
    expect(countPages(file)).toBeGreaterThan(1);
  });
});
