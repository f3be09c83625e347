import PDFDocument from "pdfkit";
import type { Language } from "@/server/domain/errors";
import { colors, fontFiles, margins, Page } from "./pdf-page";
import { drawTable, type PdfTable } from "./pdf-table";

/** A term and its value: one line, or more where the value is long. */
export interface PdfFact {
  readonly term: string;
  readonly value: string;
}

/** A part of a document. A title is a heading of the second level. */
export type PdfBlock =
  | { readonly kind: "facts"; readonly title?: string; readonly facts: readonly PdfFact[] }
  | ({ readonly kind: "table"; readonly title?: string } & PdfTable)
  | { readonly kind: "text"; readonly title?: string; readonly text: string; readonly isQuiet?: boolean };

export interface PdfContent {
  readonly language: Language;
  /** The heading of the first page and the title in the file's metadata. */
  readonly title: string;
  /** Who issues the document: the first line of the first page, and the author in the metadata. */
  readonly issuer: string;
  /** What stands at the right of the issuer: a number or a date of the document. */
  readonly reference: string;
  /** Lines below the title: for whom and for which time the document is. */
  readonly lines: readonly string[];
  /** An amount that the document is about, in large figures below the title. */
  readonly figure?: { readonly term: string; readonly value: string };
  readonly blocks: readonly PdfBlock[];
  /** The left part of the footer of every page. */
  readonly footer: string;
  /** Writes the right part of the footer; pages count from 1. */
  pageText(page: number, pages: number): string;
  /** The instant (UTC) that the metadata name as the time of creation. Equal content gives equal bytes. */
  readonly at: Date;
}

/**
 * Renders a document as a PDF on A4: tagged for screen readers, with text that can be selected, in an embedded typeface
 * that has the letters of Latin and Cyrillic (D-376).
 * @throws Error when the files of the typeface are missing
 */
export async function renderPdf(content: PdfContent): Promise<Uint8Array> {
  const { language, title, issuer, at } = content;
  const document = new PDFDocument({
    size: "A4",
    margins,
    font: fontFiles.regular,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: issuer, Creator: issuer, Producer: "PDFKit", CreationDate: at, ModDate: at },
  });
  const finished = collect(document);
  const page = new Page(document);
  drawHead(page, content);
  for (const block of content.blocks) await drawBlock(page, block);
  page.drawFooters(content.footer, content.pageText);
  page.end();
  return finished;
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.on("error", reject);
  });
}

function drawHead(page: Page, { issuer, reference, title, lines, figure }: PdfContent): void {
  const half = page.width / 2;
  const top = page.y;
  page.write("P", issuer, { font: "bold", size: 11, color: colors.accent, width: half });
  page.y = top;
  page.write("P", reference, { size: 9, color: colors.soft, x: page.left + half, width: half, align: "right" });
  page.y = top + 22;
  page.drawRule();
  page.y += 18;
  page.write("H1", title, { font: "bold", size: 19 });
  page.y += 2;
  for (const line of lines) page.write("P", line, { size: 10, color: colors.soft });
  if (figure) {
    page.y += 12;
    page.write("P", figure.term, { size: 9, color: colors.soft });
    page.write("P", figure.value, { font: "bold", size: 22, isFigures: true });
  }
  page.y += 10;
}

/** The height that a heading needs together with the first line below it, in points. */
const headingHeight = 60;

async function drawBlock(page: Page, block: PdfBlock): Promise<void> {
  page.y += 7;
  if (block.title !== undefined) {
    page.need(headingHeight);
    page.write("H2", block.title, { font: "bold", size: 11 });
    page.y += 4;
  }
  if (block.kind === "facts") drawFacts(page, block.facts);
  else if (block.kind === "table") await drawTable(page, block);
  else {
    const style = block.isQuiet ? { size: 8.5, color: colors.soft } : { size: 9.5 };
    page.writeParagraphs(block.text, style);
  }
  page.y += 4;
}

/** The part of the width that the terms take. */
const termShare = 0.36;

/** The space above and below the text of a fact, in points: a receipt fits one page. */
const factPadding = 2.6;

function drawFacts(page: Page, facts: readonly PdfFact[]): void {
  const termWidth = page.width * termShare;
  const valueWidth = page.width - termWidth;
  page.inStructure("Table", () => {
    for (const { term, value } of facts) {
      const termStyle = { size: 9, color: colors.soft, width: termWidth - 12 } as const;
      const valueStyle = { size: 9, x: page.left + termWidth, width: valueWidth, isFigures: true } as const;
      const height = Math.max(page.measure(term, termStyle), page.measure(value, valueStyle));
      page.need(height + 2 * factPadding);
      page.drawRule();
      const top = page.y + factPadding;
      page.inStructure("TR", () => {
        page.y = top;
        page.write("TH", term, termStyle);
        page.y = top;
        page.write("TD", value, valueStyle);
      });
      page.y = top + height + factPadding;
    }
  });
  page.drawRule();
}
