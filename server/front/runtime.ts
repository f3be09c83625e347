import type { WebAnswer, WebRequest } from "@/server/request-store";

/** What the product, bundled by the framework, offers to the server in front of it. */
export interface Runtime {
  /** Answers everything under `/v1`, without the framework's router. */
  v1(request: WebRequest): Promise<WebAnswer>;
  ready(): Promise<Readiness>;
  close(): Promise<void>;
}

export type Readiness = { database: boolean; migrations: boolean; jobs: boolean };

const shared = globalThis as { [key: symbol]: unknown };

/** Handed over on `globalThis` by `instrumentation.ts`, since the framework bundles the two apart. */
export const runtime = (): Runtime | undefined => shared[Symbol.for("vezne.runtime")] as Runtime | undefined;

/**
 * Resolves when the product has started, which the framework neither waits for nor reports; rejects with what kept
 * it from starting. To be called before the framework is.
 */
export const runtimeStarted = (): Promise<void> =>
  new Promise((resolve, reject) => {
    shared[Symbol.for("vezne.front")] = { started: resolve, failed: reject };
  });
