/** The part of autocannon that is used here; the package brings no types of its own. */
declare module "autocannon" {
  export interface Request {
    method: "GET" | "POST";
    path: string;
    headers: Record<string, string>;
    body?: string;
    /** Called before every request; what it returns is sent. */
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
  // biome-ignore lint/style/noDefaultExport: that is how the package is exported
  export default autocannon;
}
