/** What a database role could do against the triggers and the audit log, besides the work of the product (D-305). */
export const rolePowers = ["superuser", "owner", "triggers", "audit_log", "roles", "server"] as const;
export type RolePower = (typeof rolePowers)[number];

export interface DatabaseRole {
  readonly name: string;
  readonly powers: readonly RolePower[];
}

const words: Readonly<Record<RolePower, string>> = {
  superuser: "is a superuser",
  owner: "owns tables",
  triggers: "can add triggers or switch them off",
  audit_log: "can change the audit log",
  roles: "can make roles or replicate",
  server: "can act as the server",
};

/** Says in one sentence what the role of the product could do. */
export function describeRole({ name, powers }: DatabaseRole): string {
  if (powers.length === 0) return `The role ${name} of DATABASE_URL can only do what the product needs.`;
  const listed = powers.map((power) => words[power]);
  const last = listed.pop();
  const could = listed.length > 0 ? `${listed.join(", ")} and ${last}` : last;
  return `The role ${name} of DATABASE_URL ${could}, so it could rewrite the books and the audit log.`;
}
