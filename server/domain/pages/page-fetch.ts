/** A request as a buyer's browser makes it. */
export interface PageFetchRequest {
  readonly address: string;
  readonly method: "GET" | "POST";
  /** The fields of a posted form; null for GET. */
  readonly form: Readonly<Record<string, string>> | null;
}

export interface FetchedAnswer {
  readonly status: number;
  /** Every header line, the names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The unpacked body. */
  readonly body: Uint8Array;
}

/** Fetches one address, bounded in time and size, without following redirects. Rejects when no answer comes. */
export type PageFetch = (request: PageFetchRequest) => Promise<FetchedAnswer>;
