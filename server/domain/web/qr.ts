/**
 * How payment links become QR codes, for the pay pages and the panel: level M (15 % may be damaged), with the margin that
 * readers need around a code (ISO/IEC 18004), in modules.
 */
export const qrSettings = { ecc: "M", border: 4 } as const;

/** The dark modules of a code as the path of an SVG, one unit each; `data` in rows. */
export const qrPath = (data: readonly (readonly boolean[])[]): string =>
  data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join("");

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
