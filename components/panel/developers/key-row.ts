/** The view model of an API key in the list. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}
