import PDFDocument from "pdfkit";
import { expect, test, vi } from "vitest";
import { fontFiles } from "./pdf-page";
import { rememberShapes } from "./pdf-shapes";

/** The parts of PDFKit that it declares no types for. */
interface Inner {
  readonly _font: {
    readonly font: { layout(text: string, features?: readonly string[]): unknown };
    encode(text: string, features?: readonly string[]): unknown;
  };
}

const open = () => new PDFDocument({ font: fontFiles.regular });
const innerOf = (document: PDFKit.PDFDocument) => (document as unknown as Inner)._font;
const options = { features: ["tnum" as const] };

test.each(["1.250,50 TL", "28.11.2026 14:00", "SİPARİŞ-1 AVA To", "  iki  boşluk\t", "ﬁ – 0", "", " "])(
  "%j has the width and the glyphs that PDFKit gives it",
  (text) => {
    const [plain, remembering] = [open(), open()];
    rememberShapes(remembering);
    for (let round = 0; round < 2; round += 1) {
      expect(remembering.widthOfString(text, options)).toBeCloseTo(plain.widthOfString(text, options), 9);
      expect(innerOf(remembering).encode(text, options.features)).toEqual(
        innerOf(plain).encode(text, options.features),
      );
    }
    expect(remembering.widthOfString(text)).toBe(plain.widthOfString(text));
  },
);

test("a word is shaped once for each set of features, however often it is measured and drawn", () => {
  const document = open();
  rememberShapes(document);
  rememberShapes(document);
  const shape = vi.spyOn(innerOf(document).font, "layout");
  for (const text of ["1.250,50 TL", "1.250,50 USD", "1.250,50 TL"]) {
    document.heightOfString(text, { ...options, width: 200 });
    document.text(text, { ...options, width: 200 });
  }
  expect(shape.mock.calls.map(([text]) => text).sort()).toEqual(["1.250,50 ", "TL", "USD"]);
  document.widthOfString("TL", { features: ["smcp"] });
  expect(shape).toHaveBeenLastCalledWith("TL", ["smcp"]);
});
