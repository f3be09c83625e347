/** The part of autocannon that the benchmark uses. The package has no types of its own. */
declare module "autocannon" {
  export interface Request {
    method: "GET" | "POST";
    path: string;
    headers: Record<string, string>;
    body?: string;
    /** Is called before every request and returns the request to send. */
    setupRequest?(request: Request): Request;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: Request[];
  }

  export interface Result {
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p99: number };
    /** Broken connections and timeouts. */
    errors: number;
    statusCodeStats: Partial<Record<string, { count: number }>>;
  }

  const autocannon: (options: Options) => Promise<Result>;
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default autocannon;
}
