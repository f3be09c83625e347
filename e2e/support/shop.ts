import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { escapeHtml } from "./html";

/** A request of a buyer's browser to the shop. */
export interface Visit {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A merchant's shop. Its checkout posts the card to the handoff from another site, as a real shop does, and its return
 * page records the requests.
 */
export class Shop {
  readonly visits: Visit[] = [];
  readonly #forms = new Map<string, { action: string; fields: Readonly<Record<string, string>> }>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Shop> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", shop.origin);
      const form = shop.#forms.get(url.pathname.split("/")[2] ?? "");
      if (url.pathname.startsWith("/return/"))
        shop.visits.push({ method: request.method ?? "", url, headers: request.headers });
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(form ? checkoutPage(form.action, form.fields) : page("<h1>Back in the shop</h1>"));
    });
    const shop = new Shop(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return shop;
  }

  /** A separate site, neither the product's nor the bank's. */
  get origin(): string {
    return `http://shop.localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns a return address for one payment only. */
  newReturnUrl(): string {
    return `${this.origin}/return/${randomUUID()}?order=42`;
  }

  visitsTo(returnUrl: string): Visit[] {
    const { pathname } = new URL(returnUrl);
    return this.visits.filter(({ url }) => url.pathname === pathname);
  }

  /** Returns the address of a checkout whose button posts these fields to `action`. */
  checkout(action: string, fields: Readonly<Record<string, string>>): string {
    const id = randomUUID();
    this.#forms.set(id, { action, fields });
    return `${this.origin}/checkout/${id}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`;

const checkoutPage = (action: string, fields: Readonly<Record<string, string>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(`<form method="post" action="${escapeHtml(action)}">${inputs.join("")}<button>Buy now</button></form>`);
};
