import type { Page } from "@playwright/test";

export interface ProcedureAnswer {
  readonly status: number;
  /** Of the catalogue; null where it was done. */
  readonly code: string | null;
  readonly data: unknown;
}

/**
 * Calls a procedure of the panel with the session of a browser, past its screens, as somebody would who does not care what they
 * are offered.
 */
export function callProcedure(
  page: Page,
  path: string,
  input?: object,
  method: "GET" | "POST" = "GET",
): Promise<ProcedureAnswer> {
  return page.evaluate(
    async ({ path, input, method }) => {
      const body = JSON.stringify({
        json: input ?? null,
        ...(input ? {} : { meta: { values: ["undefined"] } }),
      });
      const query = method === "GET" && input ? `?input=${encodeURIComponent(body)}` : "";
      const answer = await fetch(`/api/trpc/${path}${query}`, {
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
    },
    { path, input, method },
  );
}

/** Keeps a procedure's calls waiting from now on. @returns lets them go on */
export async function holdProcedure(page: Page, path: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, (route) => released.then(() => route.continue()));
  return release;
}
