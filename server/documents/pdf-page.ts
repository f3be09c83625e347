import { join } from "node:path";
import { rememberShapes } from "./pdf-shapes";

/** The margin of a page in points; the footer is in the lower part of a higher one. */
const margin = 48;
const bottomMargin = margin + 24;

export const margins = { top: margin, bottom: bottomMargin, left: margin, right: margin } as const;

/** A paragraph that is higher than this, in points, may begin on one page and end on the next. */
const paragraphMax = 300;

/** The light tokens of the product's design. */
export const colors = {
  ink: "#14181f",
  soft: "#525b69",
  line: "#e2e6eb",
  surface: "#f6f7f9",
  accent: "#0b6e4f",
} as const;

const fontFolder = join(/*turbopackIgnore: true*/ process.cwd(), "node_modules/geist/dist/fonts/geist-sans");

/** Production runs with the folder of the product as its working directory, and has the package of the typeface. */
export const fontFiles = {
  regular: join(fontFolder, "Geist-Regular.ttf"),
  bold: join(fontFolder, "Geist-SemiBold.ttf"),
} as const;

type Structure = PDFKit.PDFStructureElement;

export interface TextStyle {
  readonly font?: keyof typeof fontFiles;
  /** Points. */
  readonly size: number;
  readonly color?: string;
  /** Points from the left edge of the paper; the left margin without it. */
  readonly x?: number;
  /** Points; the width between the margins without it. */
  readonly width?: number;
  readonly align?: "left" | "right";
  /** Uses figures of equal width, so that amounts stand below each other. */
  readonly isFigures?: boolean;
}

/** The pages of a document, written from top to bottom, with their structure for screen readers. */
export class Page {
  /** Points from the top of the page at which the next text is written. */
  y: number = margin;
  readonly left = margin;
  readonly width: number;
  readonly #document: PDFKit.PDFDocument;
  readonly #open: Structure[];

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.width = document.page.width - 2 * margin;
    const root = document.struct("Document");
    document.addStructure(root);
    this.#open = [root];
  }

  /** Begins a page when less than `height` points are left on this one. Returns whether it did. */
  need(height: number): boolean {
    if (this.y + height <= this.#document.page.height - bottomMargin) return false;
    this.#document.addPage();
    this.y = margin;
    return true;
  }

  /** Puts what `draw` writes into a structure element of the given tag. */
  inStructure(tag: string, draw: () => void): void {
    this.openStructure(tag);
    draw();
    this.closeStructure();
  }

  /** Begins a structure element, which contains what is written until it is closed. */
  openStructure(tag: string): void {
    const element = this.#document.struct(tag);
    this.#innermost().add(element);
    this.#open.push(element);
  }

  closeStructure(): void {
    this.#open.pop()?.end();
  }

  /** Returns the height of a text in points. */
  measure(text: string, style: TextStyle): number {
    this.#apply(style);
    return this.#document.heightOfString(text, this.#optionsOf(style));
  }

  /** Writes a text at the present height, tagged, and moves below it. */
  write(tag: string, text: string, style: TextStyle): void {
    const content = this.#document.markStructureContent(tag);
    this.#draw(text, style);
    this.#document.endMarkedContent();
    this.#innermost().add(this.#document.struct(tag, {}, content));
    this.y = this.#document.y;
  }

  /** Writes each line of a text as a paragraph, on as many pages as it needs. */
  writeParagraphs(text: string, style: TextStyle): void {
    for (const line of text.split("\n")) {
      const paragraph = line || " ";
      this.need(Math.min(this.measure(paragraph, style), paragraphMax));
      this.write("P", paragraph, style);
    }
  }

  /** Draws a hairline across the page at the present height. */
  drawRule(): void {
    this.#artifact(() =>
      this.#document
        .moveTo(this.left, this.y)
        .lineTo(this.left + this.width, this.y)
        .lineWidth(0.6)
        .strokeColor(colors.line)
        .stroke(),
    );
  }

  /** Fills a band of the given height across the page at the present height. */
  drawBand(height: number): void {
    this.#artifact(() => this.#document.rect(this.left, this.y, this.width, height).fill(colors.surface));
  }

  /** Writes a text that screen readers skip: a repeated head of a table, a footer. */
  writeArtifact(text: string, style: TextStyle): void {
    this.#artifact(() => this.#draw(text, style));
  }

  drawFooters(text: string, pageText: (page: number, pages: number) => string): void {
    const { start, count } = this.#document.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#document.switchToPage(start + index);
      // Text below the margin would begin a page.
      this.#document.page.margins.bottom = 0;
      const y = this.#document.page.height - margin - 6;
      const style = { size: 8, color: colors.soft } as const;
      this.y = y;
      this.writeArtifact(text, { ...style, width: this.width * 0.75 });
      this.y = y;
      const x = this.left + this.width * 0.75;
      this.writeArtifact(pageText(index + 1, count), { ...style, x, width: this.width * 0.25, align: "right" });
    }
  }

  end(): void {
    this.#innermost().end();
    this.#document.end();
  }

  #innermost(): Structure {
    return this.#open.at(-1) as Structure;
  }

  #artifact(draw: () => void): void {
    this.#document.markContent("Artifact");
    draw();
    this.#document.endMarkedContent();
  }

  #apply({ font = "regular", size, color = colors.ink }: TextStyle): void {
    this.#document.font(fontFiles[font]).fontSize(size).fillColor(color);
    rememberShapes(this.#document);
  }

  #draw(text: string, style: TextStyle): void {
    this.#apply(style);
    this.#document.text(text, style.x ?? this.left, this.y, this.#optionsOf(style));
  }

  /** The options with which a text is measured and drawn, so that both divide it into the same lines. */
  #optionsOf({ width = this.width, align = "left", isFigures }: TextStyle): PDFKit.Mixins.TextOptions {
    return { width, align, ...(isFigures ? { features: ["tnum"] } : {}) };
  }
}
