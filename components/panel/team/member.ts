import type { PanelOutputs } from "../outputs";

export type Member = PanelOutputs["team"]["list"][number];

/** Returns the member's name, or the e-mail address when there is no name. */
export const formatMemberName = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;
