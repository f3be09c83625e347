import { expect, test } from "vitest";
import { readGatePage } from "./gate-page";

const returnUrl = "https://pay.example/3ds/callback/token?a=1&b=2";
const page = (text: string, status = 200, contentType = "text/html; charset=utf-8") => ({
  status,
  contentType,
  body: Buffer.from(text),
});

test("reads a form that posts straight back to us, with references, either quotes and any order of attributes", () => {
  const html = `<html><body onload="document.forms[0].submit()">
    <FORM method=post ACTION='https://pay.example/3ds/callback/token?a=1&amp;b=2'>
    <input value="7" type="hidden" name="mdStatus"><input name='ErrMsg' value='G&#252;venlik kodu &quot;hatal&#x131;&quot;'/>
    <input type=hidden name=empty><input type="submit" value="Devam"></FORM>
    <form action="/other"><input name="foreign" value="x"></form>`;
  expect(readGatePage(page(html), returnUrl)).toEqual({
    kind: "returned",
    fields: [
      ["mdStatus", "7"],
      ["ErrMsg", 'Güvenlik kodu "hatalı"'],
      ["empty", ""],
    ],
  });
});

test.each([302, 303, 307])("takes a redirect (%i) and a form of its own as accepted", (status) => {
  expect(readGatePage(page("", status), returnUrl)).toEqual({ kind: "accepted" });
  expect(readGatePage(page('<form action="https://acs.example/creq">'), returnUrl)).toEqual({ kind: "accepted" });
});

test("takes a page without any form as a refusal, with its words", () => {
  const html = "<title>Hata</title><style>p{}</style><p>Merchant&#160;bulunamad&#305;</p>";
  expect(readGatePage(page(html), returnUrl)).toEqual({ kind: "refused", text: "Merchant bulunamadı" });
  expect(readGatePage(page("<form action='/login'>", 400), returnUrl)).toMatchObject({ kind: "refused" });
});
