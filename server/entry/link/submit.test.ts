import { describe, expect, it } from "vitest";
import { AppError, toPublicMessage } from "@/server/domain/errors";
import {
  buildRequest,
  html,
  json,
  postRequest,
  readErrorCode,
  testDoor,
  token,
  toLinkRequest,
} from "@/server/testing/doors/link-door";
import { readLinkRequest } from "./link-request";
import { answerSubmit, type Submit } from "./submit";

const done: Submit = async () => new Response("done");

async function send(request: Request, { submit = done, quota = 10, to = token } = {}) {
  const product = testDoor(quota);
  const visit = readLinkRequest(request, to);
  return { ...product, answer: await answerSubmit(request, visit, product.door, submit) };
}

const trouble = (name: string) => ({ kind: "trouble", summary: null, trouble: { name } });

describe("before a form is read", () => {
  it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])("405 %s, as a page or as the envelope", async (method) => {
    const page = await send(buildRequest("pay", { method }));
    expect([page.answer.status, page.answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(page.shown[0]).toMatchObject({ page: trouble("method_not_allowed"), token });
    const envelope = await send(buildRequest("pay", { method, headers: json }));
    expect([envelope.answer.status, await readErrorCode(envelope.answer)]).toEqual([405, "method_not_allowed"]);
    expect(page.budget.taken).toBe(0);
  });

  it("405 for HEAD, without a body", async () => {
    const { answer } = await send(buildRequest("pay", { method: "HEAD" }));
    expect([answer.status, await answer.text()]).toEqual([405, ""]);
  });

  it.each(["x", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}%`, `${"a".repeat(42)}ö`])(
    "404 for a malformed token, which is not counted: %s",
    async (to) => {
      const { answer, shown, budget } = await send(postRequest("pay", {}), { to });
      expect([answer.status, shown[0]?.page, budget.taken]).toEqual([404, { kind: "unknown" }, 0]);
    },
  );

  it("404 payment_link_not_found where no page is preferred", async () => {
    const { answer } = await send(postRequest("pay", {}, json), { to: "x" });
    expect([answer.status, await readErrorCode(answer)]).toEqual([404, "payment_link_not_found"]);
  });

  it("429 with the seconds to wait, before the form is read", async () => {
    let calls = 0;
    const submit: Submit = async () => new Response(String(++calls));
    const { answer, shown } = await send(postRequest("pay", {}), { submit, quota: 0 });
    expect([answer.status, answer.headers.get("retry-after"), calls]).toEqual([429, "42", 0]);
    expect(shown[0]?.page).toEqual(trouble("rate_limited"));
  });

  it("413 above 16 KiB, 415 for a body that is no form", async () => {
    const large = await send(postRequest("pay", { pan: "1".repeat(16_400) }));
    const typed = buildRequest("pay", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const packed = postRequest("pay", {}, { ...html, "content-encoding": "gzip" });
    const answers = [large, await send(typed), await send(packed)];
    expect(answers.map(({ answer }) => answer.status)).toEqual([413, 415, 415]);
    expect(answers.map(({ shown }) => shown[0]?.page)).toEqual(
      ["payload_too_large", "unsupported_media_type", "unsupported_media_type"].map(trouble),
    );
  });

  it("400 names a field that was sent twice, without its value", async () => {
    const submit: Submit = async (form) => new Response(form.text("bin"));
    const { answer } = await send(
      postRequest(
        "card",
        [
          ["bin", "55287900"],
          ["bin", "43550800"],
        ],
        json,
      ),
      { submit },
    );
    expect((await answer.json()).error).toMatchObject({
      code: "validation_error",
      message: "bin: must be given once",
    });
  });
});

describe("the origin of a form", () => {
  it.each([
    ["the own page, without its origin", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["the own page, with its origin", { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:3001" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["a WebView without any header", {}],
    ["a WebView without an origin", { origin: "null" }],
  ])("200 %s", async (_, headers) => {
    expect((await send(postRequest("pay", {}, { ...html, ...headers }))).answer.status).toBe(200);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["another origin of the same site", { "sec-fetch-site": "same-site" }],
    ["another site, by an older browser", { origin: "https://evil.example" }],
    ["another port", { origin: "http://127.0.0.1:3000" }],
    ["a host that only begins like ours", { origin: "http://127.0.0.1:3001.evil.example" }],
    ["nonsense", { origin: "evil" }],
  ])("403 %s, before anything is counted or read", async (_, headers) => {
    const { answer, shown, budget } = await send(postRequest("pay", {}, { ...html, ...headers }));
    expect([answer.status, shown[0]?.page, budget.taken]).toEqual([403, trouble("access_denied"), 0]);
  });
});

describe("the language", () => {
  const languageOf = async (path: string, fields: Record<string, string>, accepted = "en") => {
    const { shown } = await send(postRequest(path, fields, { ...html, "accept-language": accepted }), {
      submit: async (_form, visit) => {
        throw new AppError("internal_error", visit.language);
      },
    });
    return shown[0]?.language;
  };

  it("is the form's, else the address's, else the browser's, else Turkish", async () => {
    expect(await languageOf("pay?lang=en", { lang: "tr" })).toBe("tr");
    expect(await languageOf("pay?lang=tr", { lang: "xx" })).toBe("tr");
    expect(await languageOf("pay", {})).toBe("en");
    expect(await languageOf("pay", {}, "de-AT,en;q=0.5")).toBe("de");
    expect(await languageOf("pay", {}, "fr")).toBe("en");
    expect(await languageOf("pay", { lang: "ar" }, "de")).toBe("ar");
  });

  it("of the address is kept where the form is not read: 405, 413, 415, 429 and 400", async () => {
    const turkish = { ...html, "accept-language": "tr" };
    const post = (body: string, type: string) =>
      buildRequest("pay?lang=de", { method: "POST", headers: { ...turkish, "content-type": type }, body });
    const cases: [status: number, request: Request, quota?: number][] = [
      [405, buildRequest("pay?lang=de", { headers: turkish })],
      [413, postRequest("pay?lang=de", { pan: "1".repeat(16_400) }, turkish)],
      [415, post("{}", "application/json")],
      [429, postRequest("pay?lang=de", {}, turkish), 0],
      [400, post("nonsense", "multipart/form-data; boundary=x")],
    ];
    for (const [status, request, quota] of cases) {
      const { answer, shown } = await send(request, { quota });
      expect([answer.status, shown[0]?.language]).toEqual([status, "de"]);
    }
  });

  it("of an envelope is English unless Turkish is preferred, independent of the page's language (D-4)", async () => {
    const messageFor = async (accepted: Record<string, string>) => {
      const { answer } = await send(postRequest("pay?lang=tr", {}, { ...json, ...accepted }), { quota: 0 });
      return (await answer.json()).error.message;
    };
    const english = toPublicMessage("rate_limited", "en");
    expect(await messageFor({})).toBe(english);
    expect(await messageFor({ "accept-language": "de" })).toBe(english);
    expect(await messageFor({ "accept-language": "tr" })).toBe(toPublicMessage("rate_limited", "tr"));
  });
});

it("500 for an unexpected error, whose detail is only logged", async () => {
  const { answer, shown, lines } = await send(postRequest("pay", {}), {
    submit: async () => {
      throw new Error("password=1234");
    },
  });
  expect([answer.status, shown[0]?.page]).toEqual([500, trouble("internal_error")]);
  expect(JSON.stringify(shown, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toMatch("1234");
  expect(lines).toHaveLength(1);
  expect(toLinkRequest(postRequest("pay", {})).token).toBe(token);
});
