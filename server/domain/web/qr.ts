/**
 * The settings of the QR codes of payment links, on the pay pages and in the panel: error correction level M, which
 * tolerates 15 % damage, and the margin in modules that readers need around a code (ISO/IEC 18004).
 */
export const qrSettings = { ecc: "M", border: 4 } as const;

/** Returns an SVG path that draws the dark modules of a code, each one unit wide. `data` has the modules in rows. */
export const qrPath = (data: readonly (readonly boolean[])[]): string =>
  data.flatMap((row, y) => findRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join("");

/** Finds the runs of dark modules in a row. */
function findRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x]) x += 1;
    runs.push([start, x - start]);
  }
  return runs;
}
