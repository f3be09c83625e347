import type { PanelOutputs } from "../outputs";

export type Member = PanelOutputs["team"]["list"][number];

/** What somebody is called: by their name, where they gave one. */
export const callNameOf = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;
