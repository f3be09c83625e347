import { pageScripts } from "@/components/pay/page-assets";
import { pageRelease } from "@/components/pay/page-release";
import { renderBuyerDocument, renderLinkDocument } from "@/components/pay/render";
import type { PageKind } from "@/server/domain/pages/inventory";
import type { FetchedAnswer, PageFetch, PageFetchRequest } from "@/server/domain/pages/page-fetch";
import { securityHeaders } from "@/server/domain/web/security-headers";
import { answerHandoff } from "@/server/entry/handoff/handoff";
import { htmlAnswer } from "@/server/entry/http/page-answer";
import { readPageRequest } from "@/server/entry/http/page-request";
import { toLinkDocument, toLinkPage } from "@/server/entry/link/answers";
import { answerCard } from "@/server/entry/link/card";
import { readLinkRequest } from "@/server/entry/link/link-request";
import { answerPay } from "@/server/entry/link/pay";
import type { Ctx } from "@/server/usecases/ctx";
import { findLinkOffer } from "@/server/usecases/links/buyer-queries";
import { openLink } from "@/server/usecases/links/open-link";
import { startLinkPayment } from "@/server/usecases/links/start-link-payment";
import { openCardForm } from "@/server/usecases/payments/open-card-form";
import { startHandoff } from "@/server/usecases/payments/start-handoff";

/** What is planted into the answers. */
export interface PageChange {
  /** The page to which the change is made; every page where it is absent. */
  readonly only?: PageKind;
  readonly html?: (text: string) => string;
  readonly headers?: (headers: FetchedAnswer["headers"]) => FetchedAnswer["headers"];
  readonly script?: (text: string) => string;
  readonly status?: number;
  /** No answer comes. */
  readonly error?: Error;
}

/** A network in which the product's own doors answer as the running product does. */
export const createPageNetwork = () => ({
  release: pageRelease,
  /** Returns the fetcher of a context whose answers are changed. */
  fetchFor:
    (ctx: Ctx, change: PageChange = {}): PageFetch =>
    async (request) => {
      const url = new URL(request.address);
      if (url.pathname.startsWith("/assets/")) return answerScript(url.pathname, change);
      const isMeant = change.only === undefined || change.only === findKind(ctx, request);
      if (isMeant && change.error) throw change.error;
      const answer = await toAnswer(await answerPage(ctx, request, url));
      return isMeant ? plant(answer, change) : answer;
    },
});

function answerScript(path: string, { script = (text) => text }: PageChange): FetchedAnswer {
  const found = pageScripts.find(({ src }) => src === path);
  return { status: found ? 200 : 404, headers: [], body: Buffer.from(script(found?.text ?? "")) };
}

function plant(answer: FetchedAnswer, { html, headers, status }: PageChange): FetchedAnswer {
  const text = Buffer.from(answer.body).toString("utf8");
  return {
    status: status ?? answer.status,
    headers: headers ? headers(answer.headers) : answer.headers,
    body: Buffer.from(html ? html(text) : text),
  };
}

/** The headers that the front adds to each page. */
const frontHeaders = { ...securityHeaders, "X-Robots-Tag": "noindex, nofollow" };

async function toAnswer(response: Response): Promise<FetchedAnswer> {
  for (const [name, value] of Object.entries(frontHeaders)) response.headers.set(name, value);
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function answerPage(ctx: Ctx, { address, method, form }: PageFetchRequest, url: URL): Promise<Response> {
  const headers = { Accept: "text/html", "Accept-Language": "tr" };
  const request = new Request(address, { method, headers, ...(form && { body: new URLSearchParams(form) }) });
  const [, first, token = "", step] = url.pathname.split("/");
  if (first === "handoff") {
    return answerHandoff(request, readPageRequest(request), {
      open: (input) => openCardForm(ctx, input),
      start: (input) => startHandoff(ctx, input),
      takeBudget: async () => undefined,
      render: renderBuyerDocument,
      log: ctx.log,
    });
  }
  const door = { ...linkDoor, log: ctx.log, now: () => ctx.clock.now() };
  const linkRequest = readLinkRequest(request, token);
  if (step === "card") {
    return answerCard(request, linkRequest, {
      ...door,
      find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
      offer: (sought, bin8) => findLinkOffer(ctx, { token: sought, bin8 }),
    });
  }
  if (step === "pay") {
    return answerPay(request, linkRequest, { ...door, start: (input) => startLinkPayment(ctx, input) });
  }
  return answerLink(ctx, request, token);
}

const linkDoor = {
  render: renderLinkDocument,
  budget: { take: async () => undefined, forget: async () => undefined },
};

/** The framework renders this page in the product; the document has the same parts. */
async function answerLink(ctx: Ctx, request: Request, token: string): Promise<Response> {
  const linkRequest = readLinkRequest(request, token);
  const state = await openLink(ctx, { token, isOpening: true });
  const page = state ? toLinkPage(state) : ({ kind: "unknown" } as const);
  const html = await renderLinkDocument(toLinkDocument(page, linkRequest, ctx.clock.now()));
  return htmlAnswer(html, state ? 200 : 404, linkRequest, "'self'");
}

/** Returns the page that a request of the monitor asks for. */
function findKind(ctx: Ctx, { address, method, form }: PageFetchRequest): PageKind {
  const { pathname } = new URL(address);
  const find = (text = "") => ctx.pages.keys.findProbe(text, ctx.clock.now());
  if (pathname === "/handoff") {
    if (method === "GET") return "handoff_error";
    return find(form?.paymentRef) === "ref" ? "handoff_card" : "handoff_ended";
  }
  const [, , token, step] = pathname.split("/");
  if (step !== undefined) return step === "card" ? "link_card" : "link_error";
  const secret = find(token);
  return secret === null ? "link_unknown" : secret === "link" ? "link_open" : "link_ended";
}
