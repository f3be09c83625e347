import { encode } from "uqr";

/** The margin that readers need around a code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/**
 * A text as a QR code, an SVG of one path: black on white whatever the page around it, level M (15 % may be damaged).
 * @param title what readers of the screen hear; not escaped
 */
export function qrCode(text: string, title: string, language: string): string {
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  const dark = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" xml:lang="${language}"`,
    ` shape-rendering="crispEdges"><title>${title}</title>`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark.join("")}"/></svg>`,
  ].join("");
}

/** Where dark modules begin in a row, and how many stand there. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x]) x += 1;
    runs.push([start, x - start]);
  }
  return runs;
}
