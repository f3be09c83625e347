import { expect, type Page } from "@playwright/test";
import { encode } from "uqr";

/** The modules of a code in rows, `#` for dark and `.` for light, so that a failed comparison is readable. */
export type Modules = readonly string[];

const toRows = (data: readonly (readonly boolean[])[]): Modules =>
  data.map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""));

/** Encodes a text as a reader expects it: level M, with a margin of four modules (ISO/IEC 18004). */
export const encodeModules = (text: string): Modules => toRows(encode(text, { ecc: "M", border: 4 }).data);

/** Reads the modules of an SVG, whose paths are runs of dark modules, each one module high. */
export function readSvgModules(svg: string): Modules {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  expect(size, svg.slice(0, 200)).toBeGreaterThan(20);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const path = /<path fill="#000" d="([^"]*)"/.exec(svg)?.[1] ?? "";
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return toRows(rows);
}

/** Reads the modules of a PNG at the middle of each module. The browser decodes the image. */
export async function readPngModules(page: Page, png: Buffer, expected: Modules): Promise<Modules> {
  const { width, height, dark } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("No canvas");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    // A text leaves the page much faster than an array with a million entries.
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => ((data[at * 4] ?? 0) < 128 ? "#" : "."));
    return { width: bitmap.width, height: bitmap.height, dark: pixels.join("") };
  }, png.toString("base64"));
  expect([width, height]).toEqual([1024, 1024]);
  const first = dark.indexOf("#");
  const edge = { x: first % width, y: Math.floor(first / width) };
  // The first dark module is the corner of the code, after the margin of four modules.
  const size = expected.length;
  const module = (width - 2 * edge.x) / (size - 8);
  const at = (x: number, y: number) => {
    const [px, py] = [edge.x + (x - 4 + 0.5) * module, edge.y + (y - 4 + 0.5) * module];
    return dark[Math.floor(py) * width + Math.floor(px)] === "#";
  };
  return toRows(Array.from({ length: size }, (_, y) => Array.from({ length: size }, (__, x) => at(x, y))));
}
