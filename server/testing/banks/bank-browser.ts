import type { BankForm } from "@/server/banks/bank";
import type { FormFields } from "@/server/domain/web/form-body";

/** One request of a browser: a form that it posts, or without a form a page that it reads with GET. */
interface Visit {
  readonly address: string;
  readonly form: FormFields | null;
}

export interface VisitAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Sends a request and returns its answer, without following a redirect. Rejects when the connection breaks. */
type SendVisit = (visit: Visit) => Promise<VisitAnswer>;

/** A page in the browser, and the form that it would post. */
export interface BrowserPage extends BankForm {
  readonly status: number;
  /** The address of the page, after redirects. */
  readonly address: string;
  readonly headers: Headers;
  readonly text: string;
}

export type BankBrowser = ReturnType<typeof createBankBrowser>;

/** Creates the browser of a buyer, who walks through the pages of a simulated bank. It has no network of its own. */
export function createBankBrowser(send: SendVisit) {
  /** Posts a form, and follows a redirect as browsers do: with GET. */
  async function post(address: string, form: FormFields): Promise<BrowserPage> {
    const answer = await send({ address, form });
    const location = answer.headers.get("location");
    if (answer.status !== 303 || location === null) return readPage(address, answer);
    const next = new URL(location, address).href;
    return readPage(next, await send({ address: next, form: null }));
  }

  /** Types a code on the page of a challenge, or presses its cancel button. */
  const answerChallenge = (challenge: BankForm, code: string, button: "confirm" | "cancel" = "confirm") =>
    post(challenge.action, [
      ["code", code],
      ["action", button],
    ]);

  return {
    post,
    answerChallenge,
    /**
     * Takes the product's form to the bank and answers the challenge. Returns the page with the form that the browser
     * posts back to the product.
     * @param code the one-time code; null presses the cancel button
     */
    async authenticate({ action, fields }: BankForm, code: string | null): Promise<BrowserPage> {
      const challenge = await post(action, fields);
      return code === null ? answerChallenge(challenge, "", "cancel") : answerChallenge(challenge, code);
    },
  };
}

function readPage(address: string, { status, headers, body }: VisitAnswer): BrowserPage {
  const text = Buffer.from(body).toString("utf8");
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const plain = (markup = "") => markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const action = new URL(plain(/<form method="post" action="([^"]*)"/.exec(text)?.[1]), address);
  return {
    status,
    address,
    headers,
    text,
    action: action.href,
    fields: inputs.map(([, name, value]) => [plain(name), plain(value)] as const),
  };
}
