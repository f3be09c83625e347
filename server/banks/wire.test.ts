import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseForm } from "../domain/web/form-body";
import {
  buildXml,
  encodeForm,
  findChild,
  maxMessageBytes,
  parseXml,
  parseXmlText,
  RepeatedElement,
  readChildTexts,
} from "./wire";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);

describe("forms", () => {
  test("reads back the written fields, in both charsets", () => {
    const unit = fc.constantFrom(..."aZ09&=%+ ._-*~\n\0çğıİöşÜ€😀");
    const field = fc.tuple(fc.string({ unit, minLength: 1 }), fc.string({ unit }));
    fc.assert(
      fc.property(fc.array(field, { maxLength: 5 }), (fields) => {
        expect(parseForm(encodeForm(fields), "utf-8")).toEqual(fields);
      }),
    );
    const turkish = [["ad", "Şükrü IĞDIR ıİöç"]] as const;
    expect(parseForm(encodeForm(turkish, "iso-8859-9"), "iso-8859-9")).toEqual(turkish);
    expect(() => encodeForm([["a", "€"]], "iso-8859-9")).toThrow(RangeError);
  });
});

describe("XML", () => {
  test("reads elements as a tree, with repetitions, references and CDATA", () => {
    const tree = parseXmlText("<a><b>Z&#x130;RAAT &amp; &#350;</b><c/><b><![CDATA[x &amp; <y>]]></b></a>");
    expect(tree).toEqual({
      name: "a",
      text: "",
      children: [
        { name: "b", text: "ZİRAAT & Ş", children: [] },
        { name: "c", text: "", children: [] },
        { name: "b", text: "x &amp; <y>", children: [] },
      ],
    });
  });

  test("reads children as texts by name; null or RepeatedElement when a name occurs twice", () => {
    expect(readChildTexts(parseXmlText("<a><b> 1\n</b><c/></a>")!)).toEqual(
      new Map([
        ["b", "1"],
        ["c", ""],
      ]),
    );
    const repeated = parseXmlText("<a><b>1</b><b>1</b><c>2</c></a>")!;
    expect(readChildTexts(repeated)).toBeNull();
    expect(() => findChild(repeated, "b")).toThrow(RepeatedElement);
    expect(findChild(repeated, "c")?.text).toBe("2");
    expect(findChild(repeated, "d")).toBeNull();
  });

  test("uses the charset of the prolog, otherwise of the content type, otherwise UTF-8", () => {
    const withProlog = bytes('<?xml version="1.0" encoding="ISO-8859-9"?><a>\u00dd\u00fe</a>', "latin1");
    expect(parseXml(withProlog, "text/xml; charset=utf-8")?.text).toBe("İş");
    expect(parseXml(bytes("<a>\u00dd</a>", "latin1"), "text/xml; charset=windows-1254")?.text).toBe("İ");
    expect(parseXml(bytes("<a>İ</a>"))?.text).toBe("İ");
  });

  test.each([
    ["nothing", ""],
    ["text", "Approved"],
    ["a truncated document", "<a><b>1</b>"],
    ["a web page", "<!DOCTYPE html><html><body>x</body></html>"],
    ["sloppy HTML", "<html><body><br>x</body></html>"],
    ["two documents", "<a/><b/>"],
    ["text after the document", "<a/>tail"],
    ["an internal entity", '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
    ["an external entity", '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hosts">]><a>&e;</a>'],
    ["an undefined entity", "<a>&euro;</a>"],
    ["a reference to a forbidden character", "<a>&#0;</a>"],
    ["a reference beyond Unicode", "<a>&#x110000;</a>"],
    ["half a surrogate pair", "<a>&#xD800;</a>"],
    ["a bare ampersand", "<a>x & y</a>"],
    ["a poisoned name", "<a><__proto__>1</__proto__></a>"],
    ["too deep nesting", `${"<a>".repeat(40)}${"</a>".repeat(40)}`],
    ["an unknown charset", '<?xml version="1.0" encoding="UTF-16"?><a/>'],
  ])("null for %s", (_, text) => {
    expect(parseXml(bytes(text))).toBeNull();
  });

  test("null for bytes that are wrong in the declared charset, and for a message that is too large", () => {
    expect(parseXml(bytes('<?xml version="1.0" encoding="UTF-8"?><a>\u00dd</a>', "latin1"))).toBeNull();
    expect(parseXml(bytes(`<a>${"x".repeat(maxMessageBytes)}</a>`))).toBeNull();
  });

  test.each(["\u0000", "\u0001", "\u001f", "\ufffe", "\ud800"])(
    "null for a forbidden character, inside or after the document: %j",
    (character) => {
      expect(parseXmlText(`<a>${character}</a>`)).toBeNull();
      expect(parseXmlText(`<a></a>${character}`)).toBeNull();
      expect(parseXmlText("<a>\t\r\n</a>")).not.toBeNull();
    },
  );

  test("reads back the written document; escapes markup and characters outside the charset", () => {
    const xml = buildXml(
      "R",
      [
        ["N", "Ş<&>]]>€\r\n"],
        ["E", ""],
        ["X", [["Y", "1"]]],
      ],
      "iso-8859-9",
    );
    expect(Buffer.from(xml).toString("latin1")).toBe(
      '<?xml version="1.0" encoding="ISO-8859-9"?>' +
        "<R><N>\u00de&lt;&amp;&gt;]]&gt;&#x20ac;&#xd;\n</N><E></E><X><Y>1</Y></X></R>",
    );
    expect(parseXml(xml)?.children[0]?.text).toBe("Ş<&>]]>€\r\n");
    expect(() => buildXml("R", [["N", "\u0000"]], "utf-8")).toThrow(TypeError);
  });

  test("never throws for random bytes or cut documents", () => {
    const whole = Buffer.from(
      buildXml(
        "R",
        [
          ["N", "Şş&"],
          ["X", [["Y", "1"]]],
        ],
        "utf-8",
      ),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (body) => void parseXml(body)));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(parseXml(whole.subarray(0, length))).toBeNull();
      }),
    );
  });
});
