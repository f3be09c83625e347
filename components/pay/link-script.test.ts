import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import { formatTimeLeft, toTimeLeftTexts } from "./link/time-left";

interface Answer {
  readonly status: number;
  readonly text?: string;
}
interface Update {
  readonly kind: "pending" | "offer" | "failed" | "gone";
  readonly text?: string;
}
interface Source {
  has(bin: string): void;
  want(bin: string): void;
  again(): void;
}
type Ask = (bin: string, signal: AbortSignal) => Promise<Answer>;
interface Script {
  offerSource(ask: Ask, tell: (update: Update) => void): Source;
  timeLeft(ms: number, words: object): string;
  watch(place: { dataset: { poll: string; shown: string; next: string } }): void;
  showAnew(page: string): void;
  countDown(place: { dataset: { until: string; now: string; left: string }; textContent: string }): void;
}

let script: Script;

beforeAll(async () => {
  const [offer, wait] = ["./link-offer.js", "./link-wait.js"];
  script = { ...(await import(offer)), ...(await import(wait)) };
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the payment options of a card", () => {
  const listen = (ask: Ask) => {
    const asked = vi.fn(ask);
    const news: Update[] = [];
    const source = script.offerSource(asked, (update) => news.push(update));
    return { asked, news, source, kinds: () => news.map(({ kind }) => kind) };
  };
  const answered = async (bin: string): Promise<Answer> => ({ status: 200, text: `offer ${bin}` });

  it("are requested after eight digits, once for each card", async () => {
    const { asked, news, source } = listen(answered);
    for (const bin of ["5", "5528790", "55287900", "55287900"]) source.want(bin);
    await vi.advanceTimersByTimeAsync(200);
    source.want("45430000");
    await vi.advanceTimersByTimeAsync(200);
    source.want("55287900");
    expect(asked.mock.calls.map(([bin]) => bin)).toEqual(["55287900", "45430000"]);
    expect(news.at(-1)).toEqual({ kind: "offer", text: "offer 55287900" });
  });

  it("are not requested when the page has them already, or when digits are removed", async () => {
    const { asked, source, news } = listen(answered);
    source.has("55287900");
    for (const bin of ["55287900", "5528", ""]) source.want(bin);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).not.toHaveBeenCalled();
    expect(news).toEqual([]);
  });

  it("are requested again after a change of the language, also for digits that are no longer typed", async () => {
    let language = "tr";
    const { asked, news, source } = listen(async (bin) => ({ status: 200, text: `${language} ${bin}` }));
    source.want("55287900");
    await vi.advanceTimersByTimeAsync(200);
    source.want("45430000");
    await vi.advanceTimersByTimeAsync(200);
    source.want("4543");
    language = "de";
    source.again();
    await vi.advanceTimersByTimeAsync(200);
    source.want("55287900");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveBeenCalledTimes(4);
    const offers = news.filter(({ kind }) => kind === "offer").map(({ text }) => text);
    expect(offers).toEqual(["tr 55287900", "tr 45430000", "de 45430000", "de 55287900"]);
  });

  it("are not requested after a change of the language when none were requested before", async () => {
    const { asked, source, news } = listen(answered);
    source.again();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked.mock.calls, news]).toEqual([[], []]);
  });

  it("are those of the last digits, even when the response for earlier digits arrives later", async () => {
    let answerLate = (_: Answer): void => {};
    const slow = new Promise<Answer>((resolve) => {
      answerLate = resolve;
    });
    const { news, source, asked } = listen((bin) => (bin === "11111111" ? slow : answered(bin)));
    source.want("11111111");
    await vi.advanceTimersByTimeAsync(200);
    source.want("22222222");
    expect(asked.mock.calls[0]?.[1].aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    answerLate({ status: 200, text: "late" });
    await vi.advanceTimersByTimeAsync(200);
    expect(news.filter(({ kind }) => kind === "offer")).toEqual([{ kind: "offer", text: "offer 22222222" }]);
  });

  it("are requested three times over a failing connection, then reported as failed without a text", async () => {
    for (const ask of [() => Promise.reject(new TypeError("lost")), async () => ({ status: 503 })]) {
      const { asked, source, kinds } = listen(ask);
      source.want("55287900");
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toHaveBeenCalledTimes(3);
      expect(kinds()).toEqual(["pending", "failed"]);
    }
  });

  it("are reported as failed when the response never comes", async () => {
    const { source, kinds } = listen(() => new Promise(() => {}));
    source.want("55287900");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(kinds()).toEqual(["pending", "failed"]);
  });

  it.each([
    [409, "gone"],
    [404, "gone"],
    [429, "failed"],
    [400, "failed"],
  ] as const)("are reported after a %i as %s, without a retry", async (status, kind) => {
    const { asked, source, kinds } = listen(async () => ({ status }));
    source.want("55287900");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(kinds()).toEqual(["pending", kind]);
  });
});

describe("a waiting page", () => {
  const page = "/l/T";
  const next = "/l/T/result?lang=en";
  /**
   * @param shown returns the page state at the server; null when the connection is lost, undefined when no response
   * comes
   */
  const browser = (pathname: string, shown: () => string | null | undefined) => {
    const location = { pathname, reload: vi.fn(), replace: vi.fn() };
    const document = {
      hidden: false,
      documentElement: { lang: "en" },
      addEventListener: (_: string, heard: () => void) => Object.assign(document, { heard }),
      heard: () => {},
    };
    const fetch = vi.fn(async () => {
      const key = shown();
      if (key === null) throw new TypeError("lost");
      if (key === undefined) return new Promise<never>(() => {});
      return { ok: true, json: async () => ({ shown: key }) };
    });
    for (const [name, value] of Object.entries({ location, document, fetch })) vi.stubGlobal(name, value);
    return { location, document, fetch };
  };
  const start = () => script.watch({ dataset: { poll: `${page}/status`, shown: "in_progress", next } });

  it("polls after three seconds, then at growing intervals of at most ten seconds", async () => {
    const { fetch } = browser(page, () => "in_progress");
    const at: number[] = [];
    const begin = Date.now();
    fetch.mockImplementation(async () => {
      at.push(Date.now() - begin);
      return { ok: true, json: async () => ({ shown: "in_progress" }) };
    });
    start();
    await vi.advanceTimersByTimeAsync(120_000);
    const pauses = at.map((time, index) => time - (at[index - 1] ?? 0));
    expect(pauses[0]).toBe(3000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBe(10_000);
  });

  it("does not poll while the page is hidden, and polls at once when it is visible again", async () => {
    const { document, fetch } = browser(page, () => "in_progress");
    start();
    document.hidden = true;
    document.heard();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).not.toHaveBeenCalled();
    document.hidden = false;
    document.heard();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("continues to poll after a lost connection, and reloads the page when its state has changed", async () => {
    const keys = [null, "in_progress", "paid"];
    const { location, fetch } = browser(`${page}/result`, () => keys.shift() ?? null);
    start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(location.replace.mock.calls).toEqual([[next]]);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it("continues to poll after a response that never comes", async () => {
    const keys = [undefined, "paid"];
    const { location, fetch } = browser(page, () => keys.shift());
    start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(location.replace.mock.calls).toEqual([[next]]);
  });

  it("never resubmits a form: it replaces a form's response by the link's own page", () => {
    for (const form of ["pay", "card", "give-up"]) {
      const { location } = browser(`${page}/${form}`, () => "paid");
      script.showAnew(page);
      expect(location.reload).not.toHaveBeenCalled();
      expect(location.replace).toHaveBeenCalledWith("/l/T?lang=en");
    }
  });
});

it.each(payLanguages)("counts down in the same format as the server: %s", (language) => {
  const { t } = payTextsIn(language);
  for (const ms of [-1, 0, 1, 999, 1000, 59_001, 60_000, 252_000, 3_599_999, 3_600_000, 8_100_500])
    expect(script.timeLeft(ms, toTimeLeftTexts(t))).toBe(formatTimeLeft(ms, t));
});

it("counts down on in the language into which the page was changed", async () => {
  const place = { dataset: { until: later(72), now: later(0), left: texts("en") }, textContent: "" };
  script.countDown(place);
  expect(place.textContent).toBe("1 min 12 s");
  place.dataset.left = texts("tr");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(place.textContent).toBe("1 dk 10 sn");
  await vi.advanceTimersByTimeAsync(71_000);
  expect([place.textContent, vi.getTimerCount()]).toEqual(["süre doldu", 0]);

  function later(seconds: number): string {
    return new Date(seconds * 1000).toISOString();
  }
  function texts(language: string): string {
    return JSON.stringify(toTimeLeftTexts(payTextsIn(language).t));
  }
});
