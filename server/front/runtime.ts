/** What the product, bundled by the framework, offers to the server in front of it. */
export interface Runtime {
  /** Answers everything under `/v1`, without the framework's router. */
  v1(request: Request): Promise<Response>;
  ready(): Promise<Readiness>;
  close(): Promise<void>;
}

export type Readiness = { database: boolean; migrations: boolean; jobs: boolean };

/** Handed over on `globalThis` by `instrumentation.ts`, since the framework bundles the two apart. */
export const runtime = (): Runtime | undefined =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for("vezne.runtime")] as Runtime | undefined;
