import type { Page } from "@playwright/test";

export interface ProcedureAnswer {
  readonly status: number;
  /** The code of the error catalogue; null when the call succeeded. */
  readonly code: string | null;
  readonly data: unknown;
}

/**
 * Calls a procedure of the panel directly with a browser's session, as an attacker would who ignores what the screens
 * offer.
 */
export const callProcedure = (
  page: Page,
  path: string,
  input?: object,
  method: "GET" | "POST" = "GET",
): Promise<ProcedureAnswer> => call(page, { address: `/api/trpc/${path}`, input, method });

/** The same for a procedure of the back-office. */
export const callStaffProcedure = (
  page: Page,
  path: string,
  input?: object,
  method: "GET" | "POST" = "POST",
): Promise<ProcedureAnswer> => call(page, { address: `/api/staff/trpc/${path}`, input, method });

interface Call {
  readonly address: string;
  readonly input: object | undefined;
  readonly method: "GET" | "POST";
}

function call(page: Page, asked: Call): Promise<ProcedureAnswer> {
  return page.evaluate(async ({ address, input, method }) => {
    const body = JSON.stringify({
      json: input ?? null,
      ...(input ? {} : { meta: { values: ["undefined"] } }),
    });
    const query = method === "GET" && input ? `?input=${encodeURIComponent(body)}` : "";
    const answer = await fetch(`${address}${query}`, {
      method,
      headers: { "content-type": "application/json", "x-vezne-page": "1" },
      ...(method === "POST" && { body }),
    });
    const { result, error } = await answer.json();
    return {
      status: answer.status,
      code: error?.json.data.code ?? null,
      data: result?.data?.json ?? null,
    };
  }, asked);
}

/** Blocks a procedure's calls from now on. @returns a function that lets them continue */
export async function holdProcedure(page: Page, path: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, (route) => released.then(() => route.continue()));
  return release;
}
