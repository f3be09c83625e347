import { setImmediate } from "node:timers/promises";
import { colors, type Page, type TextStyle } from "./pdf-page";

interface PdfTableColumn {
  readonly head: string;
  /** The column's share of the width; the shares of a table are relative to their sum. */
  readonly share: number;
  readonly align?: "left" | "right";
}

/** A table with one text for each column in each row. */
export interface PdfTable {
  readonly columns: readonly PdfTableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** A last row in bold. */
  readonly totals?: readonly string[];
}

/** The space around the text of a cell, in points. */
const padding = 4;

const rowStyle = { size: 8.5, isFigures: true } as const;
const headStyle = { size: 8.5, color: colors.soft, font: "bold" } as const;
const totalStyle = { size: 8.5, font: "bold", isFigures: true } as const;

interface Cell {
  readonly text: string;
  readonly style: TextStyle & { readonly width: number };
}

/** The number of rows after which other work of the process gets its turn. */
const rowsAtOnce = 10;

/** Draws a table. Its head is repeated on every page; a row is never divided between two pages. */
export async function drawTable(page: Page, { columns, rows, totals }: PdfTable): Promise<void> {
  const head = columns.map(({ head }) => head);
  const place = (texts: readonly string[], style: TextStyle) => placeCells(page, columns, texts, style);
  page.openStructure("Table");
  drawHead(page, place(head, headStyle), true);
  const lines = [...rows.map((texts) => ({ texts, style: rowStyle })), ...toTotals(totals)];
  for (const [index, { texts, style }] of lines.entries()) {
    const cells = place(texts, style);
    const height = measureCells(page, cells);
    if (page.need(height)) drawHead(page, place(head, headStyle), false);
    page.inStructure("TR", () => drawCells(page, cells, (text, at) => page.write("TD", text, at)));
    page.y += height;
    page.drawRule();
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
  }
  page.closeStructure();
}

const toTotals = (totals: readonly string[] | undefined) => (totals ? [{ texts: totals, style: totalStyle }] : []);

function drawHead(page: Page, cells: readonly Cell[], isFirst: boolean): void {
  const height = measureCells(page, cells);
  page.need(height * 2);
  page.drawBand(height);
  if (isFirst) page.inStructure("TR", () => drawCells(page, cells, (text, at) => page.write("TH", text, at)));
  else drawCells(page, cells, (text, at) => page.writeArtifact(text, at));
  page.y += height;
}

function placeCells(
  page: Page,
  columns: readonly PdfTableColumn[],
  texts: readonly string[],
  style: TextStyle,
): readonly Cell[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = page.left;
  return columns.map(({ share, align = "left" }, index) => {
    const width = (page.width * share) / shares;
    const cell = { text: texts[index] ?? "", style: { ...style, align, x: x + padding, width: width - 2 * padding } };
    x += width;
    return cell;
  });
}

const measureCells = (page: Page, cells: readonly Cell[]): number =>
  Math.max(...cells.map(({ text, style }) => page.measure(text || " ", style))) + 2 * padding;

/** Draws the cells of a row, whose top is the present height, and stays there. */
function drawCells(page: Page, cells: readonly Cell[], write: (text: string, style: TextStyle) => void): void {
  const top = page.y;
  for (const { text, style } of cells) {
    page.y = top + padding;
    write(text || " ", style);
  }
  page.y = top;
}
