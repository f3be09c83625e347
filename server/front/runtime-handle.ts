import { processGlobal } from "../process-global";
import type { WebAnswer, WebRequest } from "../request-store";

/** The functions of the product, which the framework bundles, for the HTTP server in front of it. */
export interface Runtime {
  /** Answers everything under `/v1`, without the framework's router. */
  v1(request: WebRequest): Promise<WebAnswer>;
  ready(): Promise<Readiness>;
  /** Finishes the work under way, then closes the database connections and releases the process lock. */
  close(): Promise<void>;
}

/** The parts of the product that must work before it takes requests. */
export type Readiness = { database: boolean; migrations: boolean; jobs: boolean };

/** Returns the product that `instrumentation.ts` has started; undefined until then. */
export const runtime = (): Runtime | undefined => processGlobal<Runtime>("runtime").value;

/** The callbacks by which the product reports its start to the HTTP server. */
interface StartListener {
  started(): void;
  failed(error: unknown): void;
}

/**
 * Resolves when the product has started, and rejects with the error that prevented it. The framework neither waits for
 * the start nor reports its failure. Must be called before the framework is prepared.
 */
export const runtimeStarted = (): Promise<void> =>
  new Promise((resolve, reject) => {
    processGlobal<StartListener>("front").value = { started: resolve, failed: reject };
  });
