import { processGlobal } from "../process-global";
import type { WebAnswer, WebRequest } from "../request-store";

/** The functions of the product, which the framework bundles, for the HTTP server in front of it. */
export interface Runtime {
  /** Answers everything under `/v1`, without the framework's router. */
  v1(request: WebRequest): Promise<WebAnswer>;
  /** Answers within a deadline of its own, and never rejects. */
  ready(): Promise<Readiness>;
  /** Finishes the work under way, then closes the database connections and releases the process lock. */
  close(): Promise<void>;
}

/** The parts of the product, and whether each of them works (D-325). */
export interface Readiness {
  /** A query was answered. */
  readonly database: boolean;
  /** Every migration of this release has been applied. */
  readonly migrations: boolean;
  /** What is due was looked for recently. */
  readonly jobs: boolean;
  /** Nothing that the doctor examines would lose money or data. */
  readonly installation: boolean;
  /** Redis answers; undefined where none is configured. */
  readonly redis?: boolean;
}

export const notReady: Readiness = { database: false, migrations: false, jobs: false, installation: false };

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
